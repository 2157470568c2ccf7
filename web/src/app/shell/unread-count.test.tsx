import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { PageTitle } from "@/components/page-header";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { BottomBar } from "./bottom-bar";

afterEach(() => vi.unstubAllGlobals());

test("the title and the Messages badge show the same number", async () => {
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done));
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["chat"] }),
    "GET /api/message/unread": () => success({ unread: 2, conversations: 1 }),
  });
  const Component = () => (
    <>
      <PageTitle>Explore</PageTitle>
      <BottomBar />
    </>
  );
  renderRoutes([{ path: "/", Component }], "/");
  expect(await screen.findByRole("link", { name: /^Messages ?, 2 unread$/ })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("(2) Explore · Sparkyard"));
});
