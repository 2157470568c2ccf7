import { afterEach, expect, test, vi } from "vitest";
import { takeEarly } from "./early";

afterEach(() => {
  delete window.early;
  vi.restoreAllMocks();
});

const ADDRESS = "/api/site?x=1";

function ready(authorization: string | null, answer: Response | null = new Response("early")) {
  const answers = new Map([[ADDRESS, Promise.resolve(answer)]]);
  window.early = { answers, authorization, at: performance.now() };
}

function request(method = "GET", token?: string): Request {
  const headers: HeadersInit = token ? { Authorization: token } : {};
  return new Request(`http://localhost${ADDRESS}`, { method, headers });
}

test("an early response is handed out once", async () => {
  ready("Bearer a");
  expect(await (await takeEarly(request("GET", "Bearer a")))?.text()).toBe("early");
  expect(await takeEarly(request("GET", "Bearer a"))).toBeNull();
});

test("an early response is for the same session only", async () => {
  ready("Bearer a");
  expect(await takeEarly(request("GET", "Bearer b"))).toBeNull();
  ready("Bearer a");
  expect(await takeEarly(request())).toBeNull();
  ready(null);
  expect(await takeEarly(request())).not.toBeNull();
});

test("failed, old or writing requests are sent anew", async () => {
  ready(null, null);
  expect(await takeEarly(request())).toBeNull();
  ready(null);
  expect(await takeEarly(request("POST"))).toBeNull();
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 31_000);
  expect(await takeEarly(request())).toBeNull();
});

test("without early requests nothing is handed out", async () => {
  expect(await takeEarly(request())).toBeNull();
});
