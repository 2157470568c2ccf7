import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ModuleOfPathContext } from "@/lib/module-context";
import { mockServer, renderRoutes, success } from "@/test/app";
import { Prose } from "./prose";

afterEach(() => vi.unstubAllGlobals());

test("a link to a screen that is switched off is plain text", async () => {
  mockServer({ "GET /api/site": () => success({ name: "Sparkyard", modules: ["explore"] }) });
  const text = ["Wallet", "Explore"].map((name) => ({
    type: "link" as const,
    to: `/${name.toLowerCase()}#top`,
    text: [name],
  }));
  const Component = () => (
    <ModuleOfPathContext value={(path) => (path.startsWith("/wallet") ? "wallet" : "explore")}>
      <Prose blocks={[{ type: "paragraph", text }]} />
    </ModuleOfPathContext>
  );
  renderRoutes([{ path: "/help", Component }], "/help");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Wallet" })).toBeNull());
  expect(screen.getByText(/Wallet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Explore" })).toHaveAttribute("href", "/explore#top");
});
