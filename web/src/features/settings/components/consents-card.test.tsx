import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ConsentsCard } from "./consents-card";

afterEach(() => vi.unstubAllGlobals());

function open(consents: object[]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  mockServer({ "GET /api/auth/agreements": () => success({ consents }) });
  renderRoutes([{ path: "/", Component: ConsentsCard }], "/");
}

test("each agreement is told with its day, occasion and versions", async () => {
  const texts = [{ name: "terms", title: "Terms of use", version: "abc123" }];
  open([
    { texts, at: "2026-03-16T10:00:00Z", occasion: "request" },
    { texts, at: "2026-03-02T10:00:00Z", occasion: "invitation" },
  ]);
  expect(await screen.findByText("16 March 2026, when you were asked again")).toBeVisible();
  expect(screen.getByText("2 March 2026, when you joined by an invitation")).toBeVisible();
  expect(screen.getAllByRole("link", { name: "Terms of use" })[0]).toHaveAttribute(
    "href",
    "/terms",
  );
  expect(screen.getAllByText("abc123")).toHaveLength(2);
});

test("who joined before reads so", async () => {
  open([]);
  expect(await screen.findByText(/before this site kept one/)).toBeVisible();
});
