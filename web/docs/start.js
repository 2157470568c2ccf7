// Authorize keeps the token in local storage, so a reload does not ask for it again.
// validatorUrl is off because the page must not call another site.
window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  filter: true,
  validatorUrl: null,
});
