import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "@/lib/api";
import { failure, renderRoutes } from "@/test/app";
import { OfflineNotice } from "./offline-notice";

afterEach(() => vi.unstubAllGlobals());

function Page() {
  api.useQuery("get", "/api/site");
  return <OfflineNotice />;
}

test("an unreachable server is announced until it answers", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  renderRoutes([{ path: "/", Component: Page }], "/");
  expect(await screen.findByText("You're offline")).toBeVisible();

  vi.stubGlobal("fetch", async () => failure(503, "request.busy"));
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText("You're offline")).not.toBeInTheDocument());
});
