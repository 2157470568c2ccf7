import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { mockServer, success } from "@/test/app";
import { appRoutes } from "./router";

const pages = readFileSync("../config/content/pages.toml", "utf8");
const titles = [...pages.matchAll(/^path = "(.*)"\ntitle = "(.*)"$/gm)].map(
  ([, path = "", title = ""]) => [path, title.replace("{site}", "Hebden Swap")] as const,
);

afterEach(() => vi.unstubAllGlobals());

test("the server has a title for its public pages", () => expect(titles.length).toBeGreaterThan(9));

test.each(titles)("%s has the title that the server gives it, %s", async (path, title) => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal("scrollTo", () => {});
  mockServer({
    "GET /api/site": () => success({ name: "Hebden Swap", modules: ["auth", "explore", "site"] }),
    [`GET /api/pages${path}`]: () => success({ title: "In our own words", blocks: [] }),
  });
  const queryClient = createAppQueryClient();
  const { routes, options } = appRoutes(queryClient);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { ...options, initialEntries: [path] })} />
    </QueryClientProvider>,
  );
  // A screen's code takes longer to load the first time.
  await waitFor(() => expect(document.title).toBe(title), { timeout: 10_000 });
});
