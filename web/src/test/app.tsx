import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";

type Answer = (body: unknown) => Response | Promise<Response>;

/** Stands for the server, by 'METHOD path'; what it has no answer for fails like a lost connection. */
export function mockServer(answers: Record<string, Answer>): { path: string; body: unknown }[] {
  const log: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.clone().text();
    const isJson = request.headers.get("Content-Type")?.includes("json");
    const body: unknown = text && isJson ? JSON.parse(text) : text || undefined;
    log.push({ path, body });
    return answers[path]?.(body) ?? Response.error();
  });
  return log;
}

/** The envelope of a success. */
export const success = (data: unknown, message = "") =>
  Response.json({ status: "success", message, data });

/** The envelope of an error. */
export const failure = (
  status: number,
  code: string,
  message = `Message of ${code}`,
  fields?: Record<string, string>,
) => Response.json({ status: "error", code, message, fields }, { status });

/** Shows these routes at an address; answers with the router, whose `state` tells where it is. */
export function renderRoutes(routes: RouteObject[], at: string) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
