import { expect, test, vi } from "vitest";
import { getSession, storeTokens } from "@/lib/session";
import { fakeToken } from "@/test/jwt";
import { ApiError } from "./error";
import { send, sendForData } from "./send";

const REFRESH = "/api/auth/get/refreshtokenweb";

type Answer = (request: Request) => Response | Promise<Response>;

/** Replaces the network; returns the log of requests, as 'path bearer'. */
function serve(answers: Record<string, Answer>): string[] {
  const log: string[] = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request =
      input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    const { pathname } = new URL(request.url);
    log.push(`${pathname} ${request.headers.get("Authorization") ?? "-"}`);
    return answers[pathname]?.(request) ?? Response.error();
  });
  return log;
}

const success = (data: unknown) => Response.json({ status: "success", message: "", data });
const failure = (status: number, code: string, fields?: Record<string, string>) =>
  Response.json({ status: "error", code, message: `Message of ${code}`, fields }, { status });
const get = (path: string) => new Request(new URL(path, location.origin));

function signIn(expiresIn: number): string {
  const accessToken = fakeToken({ expiresIn });
  storeTokens({ accessToken, refreshToken: "refresh-1" });
  return accessToken;
}

test("unwraps the data from the envelope", async () => {
  serve({ "/api/a": () => success([1, 2]) });
  expect(await (await sendForData(get("/api/a"))).json()).toEqual([1, 2]);
});

test("throws the error envelope as a typed error", async () => {
  serve({ "/api/a": () => failure(422, "a.invalid", { bio: "Too long" }) });
  await expect(send(get("/api/a"))).rejects.toMatchObject({
    code: "a.invalid",
    message: "Message of a.invalid",
    status: 422,
    fields: { bio: "Too long" },
  });
});

test("gives a message without an envelope, or a response", async () => {
  serve({
    "/api/html": () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    "/api/down": () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await expect(send(get("/api/html"))).rejects.toMatchObject({
    message: "Something went wrong. Please try again.",
    status: 502,
  });
  const offline = await send(get("/api/down")).catch((error: unknown) => error);
  expect(offline).toBeInstanceOf(ApiError);
  expect(offline).toMatchObject({ code: "client.offline", status: 0 });
});

test("sends a token with over 300 seconds left unchanged", async () => {
  const token = signIn(900);
  const log = serve({ "/api/a": () => success(null) });
  await send(get("/api/a"));
  expect(log).toEqual([`/api/a Bearer ${token}`]);
});

test("replaces a token close to expiry, once for many requests", async () => {
  signIn(300);
  const fresh = fakeToken({ expiresIn: 900 });
  const log = serve({
    [REFRESH]: () => success({ accessToken: fresh, refreshToken: "refresh-2" }),
    "/api/a": () => success(null),
  });
  await Promise.all([send(get("/api/a")), send(get("/api/a")), send(get("/api/a"))]);
  expect(log.filter((line) => line.startsWith(REFRESH))).toEqual([`${REFRESH} Bearer refresh-1`]);
  expect(log.filter((line) => line === `/api/a Bearer ${fresh}`)).toHaveLength(3);
  expect(getSession()?.refreshToken).toBe("refresh-2");
});

test("retries once after a 401, with the same body", async () => {
  const stale = signIn(900);
  const fresh = fakeToken({ id: "u1", expiresIn: 901 });
  const bodies: string[] = [];
  serve({
    [REFRESH]: () => success({ accessToken: fresh, refreshToken: "refresh-2" }),
    "/api/a": async (request) => {
      bodies.push(await request.text());
      const old = request.headers.get("Authorization") === `Bearer ${stale}`;
      return old ? failure(401, "auth.expired") : success("done");
    },
  });
  const request = new Request(new URL("/api/a", location.origin), {
    method: "POST",
    body: "hello",
  });
  expect(await (await sendForData(request)).json()).toBe("done");
  expect(bodies).toEqual(["hello", "hello"]);
});

test("ends the session when a refresh is refused", async () => {
  signIn(900);
  serve({
    [REFRESH]: () => failure(401, "auth.revoked"),
    "/api/a": () => failure(401, "auth.expired"),
  });
  await expect(send(get("/api/a"))).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toBeNull();
});

test("keeps the session when the server is unreachable", async () => {
  signIn(100);
  serve({
    [REFRESH]: () => Promise.reject(new TypeError("Failed to fetch")),
    "/api/a": () => success(null),
  });
  await send(get("/api/a"));
  expect(getSession()).not.toBeNull();
});

test("a wrong password without a session ends none", async () => {
  const log = serve({ "/api/auth/login": () => failure(401, "auth.wrong") });
  await expect(send(get("/api/auth/login"))).rejects.toMatchObject({ code: "auth.wrong" });
  expect(log).toEqual(["/api/auth/login -"]);
});

test("says how long to wait after too many requests", async () => {
  serve({
    "/api/a": () => {
      const answer = failure(429, "request.too_many");
      return new Response(answer.body, { status: 429, headers: { "Retry-After": "42" } });
    },
  });
  await expect(send(get("/api/a"))).rejects.toMatchObject({
    code: "request.too_many",
    message: "Message of request.too_many You can try again in 42 seconds.",
  });
});

test("does not repeat a wait that the message contains", async () => {
  const message = "That was all for today. You can go on in 14 hours.";
  serve({
    "/api/a": () => {
      const body = JSON.stringify({ status: "error", code: "skills.too_many_today", message });
      return new Response(body, { status: 429, headers: { "Retry-After": "50400" } });
    },
  });
  await expect(send(get("/api/a"))).rejects.toMatchObject({ message });
});

test("public calls carry no token, and end no session", async () => {
  signIn(10);
  const log = serve({ "/api/auth/login": () => failure(401, "auth.wrong") });
  await expect(send(get("/api/auth/login"))).rejects.toMatchObject({ code: "auth.wrong" });
  expect(log).toEqual(["/api/auth/login -"]);
  expect(getSession()).not.toBeNull();
});

test("signing out with an expired token renews it first", async () => {
  signIn(-60);
  const fresh = fakeToken({ expiresIn: 900 });
  const log = serve({
    [REFRESH]: () => success({ accessToken: fresh, refreshToken: "refresh-2" }),
    "/api/auth/logout": () => success(null),
  });
  await send(get("/api/auth/logout"));
  expect(log).toEqual([`${REFRESH} Bearer refresh-1`, `/api/auth/logout Bearer ${fresh}`]);
});
