import { afterEach, expect, test, vi } from "vitest";
import { takePreloaded } from "./preload";

afterEach(() => {
  delete window.preloaded;
  vi.restoreAllMocks();
});

const ADDRESS = "/api/site?x=1";

function ready(authorization: string | null, answer: Response | null = new Response("preloaded")) {
  const answers = new Map([[ADDRESS, Promise.resolve(answer)]]);
  window.preloaded = { answers, authorization, at: performance.now() };
}

function request(method = "GET", token?: string): Request {
  const headers: HeadersInit = token ? { Authorization: token } : {};
  return new Request(`http://localhost${ADDRESS}`, { method, headers });
}

test("a preloaded response is handed out once", async () => {
  ready("Bearer a");
  expect(await (await takePreloaded(request("GET", "Bearer a")))?.text()).toBe("preloaded");
  expect(await takePreloaded(request("GET", "Bearer a"))).toBeNull();
});

test("a preloaded response is for the same session only", async () => {
  ready("Bearer a");
  expect(await takePreloaded(request("GET", "Bearer b"))).toBeNull();
  ready("Bearer a");
  expect(await takePreloaded(request())).toBeNull();
  ready(null);
  expect(await takePreloaded(request())).not.toBeNull();
});

test("failed, old or writing requests are sent anew", async () => {
  ready(null, null);
  expect(await takePreloaded(request())).toBeNull();
  ready(null);
  expect(await takePreloaded(request("POST"))).toBeNull();
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 31_000);
  expect(await takePreloaded(request())).toBeNull();
});

test("without preload requests nothing is handed out", async () => {
  expect(await takePreloaded(request())).toBeNull();
});
