/**
 * An OpenID Connect provider for tests, on this machine only:
 *
 *     node e2e/support/oidc-provider.mjs [--port 0] [--claims id-token|userinfo]
 *
 * It prints one line of JSON, { issuer, clientId, clientSecret }, once it listens, and ends when
 * its standard input does. Its sign-in page takes any address and name, and a choice whether the
 * address is verified. It requires PKCE, and redirects to any port of 127.0.0.1.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import Provider from "oidc-provider";

const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    claims: { type: "string", default: "id-token" },
  },
});
const client = { clientId: "sparkyard-tests", clientSecret: randomUUID() };

/** People who have signed in, by subject. */
const people = new Map();

const page = (uid) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in to the test provider</title></head>
<body>
<main>
<h1>Sign in to the test provider</h1>
<form method="post" action="/interaction/${uid}">
<p><label>Email <input name="email" type="email" required></label></p>
<p><label>First name <input name="given_name"></label></p>
<p><label>Last name <input name="family_name"></label></p>
<p><label><input name="email_verified" type="checkbox" value="yes" checked> Verified</label></p>
<p><button name="action" value="continue">Continue</button>
<button name="action" value="cancel" formnovalidate>Cancel</button></p>
</form>
</main>
</body>
</html>`;

function claimsOf({ email, given_name, family_name, email_verified }) {
  return { email, given_name, family_name, email_verified };
}

async function findAccount(_context, accountId) {
  const person = people.get(accountId);
  return person && { accountId, claims: async () => ({ sub: accountId, ...claimsOf(person) }) };
}

/** Grants every scope, so that no consent page follows. */
async function loadExistingGrant({ oidc }) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client.clientId,
    accountId: oidc.session.accountId,
  });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig" };
}

const configuration = {
  clients: [
    {
      client_id: client.clientId,
      client_secret: client.clientSecret,
      application_type: "native",
      redirect_uris: ["http://127.0.0.1/api/auth/google/callback"],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  claims: {
    email: ["email", "email_verified"],
    profile: ["given_name", "family_name"],
  },
  // Google puts all claims into the ID token; the specification puts them at userinfo.
  conformIdTokenClaims: options.claims === "userinfo",
  cookies: { keys: [randomUUID()] },
  features: { devInteractions: { enabled: false } },
  findAccount,
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  jwks: { keys: [signingKey()] },
  loadExistingGrant,
  pkce: { required: () => true },
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    Grant: 600,
    IdToken: 600,
    Interaction: 600,
    Session: 600,
  },
};

async function form(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  return Object.fromEntries(new URLSearchParams(body));
}

/** Returns the outcome chosen on the sign-in page. */
async function decide(request) {
  const { action, email_verified, ...person } = await form(request);
  if (action === "cancel") return { error: "access_denied" };
  const subject = `subject-of-${person.email}`;
  people.set(subject, { ...person, email_verified: email_verified === "yes" });
  return { login: { accountId: subject, remember: false } };
}

async function interact(provider, request, response) {
  const { uid, prompt } = await provider.interactionDetails(request, response);
  // Sign-ins redirected to an arbitrary port require consent each time.
  const agrees = prompt.name === "consent";
  if (agrees || request.method === "POST") {
    const result = agrees ? { consent: {} } : await decide(request);
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: agrees,
    });
    return;
  }
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(page(uid));
}

const server = createServer();
server.listen(Number(options.port), "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, configuration);
  const standard = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url.startsWith("/interaction/")) return standard(request, response);
    interact(provider, request, response).catch((error) => {
      response.statusCode = 400;
      response.end(String(error));
    });
  });
  process.stdout.write(`${JSON.stringify({ issuer, ...client })}\n`);
});
process.stdin.resume().on("end", () => process.exit(0));
