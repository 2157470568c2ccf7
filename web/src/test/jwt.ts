/** Returns an access token in the server's format; only its claims matter to the client. */
export function fakeToken(claims: {
  id?: string;
  expiresIn: number;
  email?: string;
  role?: string;
  agreementDue?: boolean;
}): string {
  const { id = "u1", expiresIn, email = "ana@example.org", role = "member" } = claims;
  const agreement_due = claims.agreementDue;
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  const part = (value: object) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replace(/\+/g, "-")
      .replace(/\//g, "_");
  return `${part({ alg: "HS256" })}.${part({ id, exp, email, role, agreement_due })}.signature`;
}
