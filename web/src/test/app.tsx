import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { Toaster, toast } from "@/components/toast";
import { createAppQueryClient } from "@/lib/api/query-client";

type Answer = (body: unknown) => Response | Promise<Response>;

/** Replaces the server, by 'METHOD path'; without an answer, requests fail. Returns the log. */
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

/** Returns a response with the success envelope. */
export const success = (data: unknown, message = "") =>
  Response.json({ status: "success", message, data });

/** Returns a response with the error envelope. */
export const failure = (
  status: number,
  code: string,
  message = `Message of ${code}`,
  fields?: Record<string, string>,
) => Response.json({ status: "error", code, message, fields }, { status });

/** Renders routes at an address; returns the router, whose `state` has the location. */
export function renderRoutes(routes: RouteObject[], at: string) {
  return renderBeside(null, routes, at);
}

/** Renders routes with the app's toasts, which query the colour scheme. */
export function renderRoutesWithToasts(routes: RouteObject[], at: string) {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {} }));
  // A new toaster shows toasts left by the test before.
  toast.dismiss();
  return renderBeside(<Toaster />, routes, at);
}

function renderBeside(beside: ReactNode, routes: RouteObject[], at: string) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <RouterProvider router={router} />
      {beside}
    </QueryClientProvider>,
  );
  return router;
}
