//! CORS: other origins may call the API only if the configuration lists them.

use poem::{
    Endpoint, IntoResponse, Request, Response,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
};

use super::middleware::AsyncMiddleware;

/// CORS middleware. No credentials are allowed, since tokens are sent in a header.
pub(super) struct Cors {
    origins: Vec<String>,
}

impl Cors {
    pub(super) fn new(origins: Vec<String>) -> Self {
        Self { origins }
    }

    fn listed(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let origin = headers.get(header::ORIGIN)?;
        let listed = self.origins.iter().any(|listed| listed.as_bytes() == origin.as_bytes());
        listed.then(|| origin.clone())
    }
}

impl AsyncMiddleware for Cors {
    /// Lets listed origins read the response, and answers preflight requests.
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        if self.origins.is_empty() {
            return Ok(next.call(request).await?.into_response());
        }
        let origin = self.listed(request.headers());
        let asks_first = *request.method() == Method::OPTIONS
            && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        let mut response = match (&origin, asks_first) {
            (Some(_), true) => leave(),
            _ => next.call(request).await?.into_response(),
        };
        let headers = response.headers_mut();
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        if let Some(origin) = origin {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            let exposed = HeaderValue::from_static("retry-after, x-request-id");
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
        }
        Ok(response)
    }
}

/// Returns the response to a preflight request.
fn leave() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, DELETE"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "acting-for, authorization, content-type, idempotency-key",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
