import { beforeEach, expect, test, vi } from "vitest";

/** A fake of the Cache API, as far as it is used here. */
class FakeCache {
  entries = new Map<string, Response>();

  async add(request: Request | string) {
    await this.put(request, await fetch(request));
  }
  async put(request: Request | string, answer: Response) {
    this.entries.set(nameOf(request), answer);
  }
  /** Matches like a browser behind a proxy that adds `Vary`. */
  async match(request: Request | string, { ignoreVary = false } = {}) {
    const found = this.entries.get(nameOf(request));
    const varies = found?.headers.has("Vary") && typeof request !== "string";
    return varies && !ignoreVary ? undefined : found?.clone();
  }
  async keys() {
    return [...this.entries.keys()];
  }
}

const nameOf = (request: Request | string) =>
  new URL(typeof request === "string" ? request : request.url, "https://site.example").pathname;

let all: Map<string, FakeCache>;
const server = vi.fn<(request: Request | string) => Promise<Response>>();

beforeEach(() => {
  vi.resetModules();
  all = new Map();
  server.mockReset();
  server.mockImplementation(async (request) => new Response(`from the server: ${nameOf(request)}`));
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("caches", {
    open: async (name: string) => {
      const cache = all.get(name) ?? new FakeCache();
      all.set(name, cache);
      return cache;
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (request: Request | string, options?: CacheQueryOptions) => {
      for (const cache of all.values()) {
        const found = await cache.match(request, options);
        if (found) return found;
      }
      return undefined;
    },
  });
});

async function shell(version: string, files: string[]) {
  vi.resetModules();
  vi.doMock("./version", () => ({ VERSION: version, ENTRY: "/assets/a.js", FILES: files }));
  vi.stubGlobal(
    "Request",
    class extends Request {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, "https://site.example"), init);
      }
    },
  );
  return import("./shell");
}

const at = (path: string) => new Request(`https://site.example${path}`);
const offline = () => server.mockRejectedValue(new TypeError("no network"));

test("offline, every page is the cached one", async () => {
  const { page, prepare } = await shell("1", ["/assets/a.js"]);
  await prepare();
  expect(await (await page(at("/bookings"))).text()).toBe("from the server: /bookings");
  offline();
  expect(await (await page(at("/bookings"))).text()).toBe("from the server: /");
  server.mockResolvedValue(new Response("down", { status: 502 }));
  expect(await (await page(at("/bookings"))).text()).toBe("from the server: /");
  server.mockResolvedValue(new Response("gone", { status: 404 }));
  expect((await page(at("/bookings"))).status).toBe(404);
});

test("a new version fetches new files only, and drops the oldest version", async () => {
  const first = await shell("1", ["/assets/a.js", "/assets/b.js"]);
  await first.prepare();
  const second = await shell("2", ["/assets/a.js", "/assets/c.js"]);
  server.mockClear();
  await second.prepare();
  expect(server.mock.calls.map(([request]) => nameOf(request))).toEqual(["/", "/assets/c.js"]);
  await second.clean();
  expect([...all.keys()]).toEqual(["shell-1", "shell-2"]);
  const third = await shell("3", []);
  await third.prepare();
  await third.clean();
  expect([...all.keys()]).toEqual(["shell-2", "shell-3"]);
});

test("a file is fetched once, and a missing one is not cached", async () => {
  const { asset } = await shell("1", []);
  for (let visit = 0; visit < 2; visit += 1) {
    expect(await (await asset(at("/assets/x.js"))).text()).toBe("from the server: /assets/x.js");
  }
  expect(server).toHaveBeenCalledOnce();
  server.mockResolvedValue(new Response("", { status: 404 }));
  expect((await asset(at("/assets/y.js"))).status).toBe(404);
  expect(await all.get("shell-1")?.keys()).toEqual(["/assets/x.js"]);
});

test("a file is found whatever its Vary header", async () => {
  const { asset, prepare } = await shell("1", ["/assets/a.js"]);
  server.mockImplementation(async () => new Response("a", { headers: { Vary: "Origin" } }));
  await prepare();
  offline();
  expect(await (await asset(at("/assets/a.js"))).text()).toBe("a");
});

test.each([
  ["/", true],
  ["/chat/7", true],
  ["/apiary", true],
  ["/api/site", false],
  ["/files/a.jpg", false],
  ["/docs/", false],
  ["/openapi.json", false],
  ["/manifest.webmanifest", false],
])("%s is a page: %s", async (path, expected) => {
  const { isPage } = await shell("1", []);
  expect(isPage(path)).toBe(expected);
});
