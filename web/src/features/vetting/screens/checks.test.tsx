import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Checks } from "./checks";

const check = (title: string, rest = {}) => ({
  id: title,
  title,
  about: "",
  badge: true,
  categories: [],
  counts: false,
  ...rest,
});

afterEach(() => vi.unstubAllGlobals());

test("each check says whether it is passed, until when, and what needs it", async () => {
  storeTokens({ accessToken: fakeToken({ id: "u1", expiresIn: 900 }), refreshToken: "r" });
  const passed = { passed_on: "2026-03-02", expires_on: "2027-03-02" };
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["vetting"] }),
    "GET /api/checks": () =>
      success([
        check("DBS check", { ...passed, counts: true, categories: ["Childcare help"] }),
        check("Insurance", passed),
        check("References"),
      ]),
  });
  renderRoutes([{ path: "/settings/checks", Component: Checks }], "/settings/checks");
  const items = await screen.findAllByRole("listitem");
  const expected = [
    [
      "Passed",
      "Passed on 2 March 2026. Counts until 2 March 2027.",
      "Needed to be booked for: Childcare help",
    ],
    ["Has run out", "Passed on 2 March 2026. Counted until 2 March 2027."],
    ["Not yet"],
  ];
  expect(items).toHaveLength(expected.length);
  for (const [index, texts] of expected.entries()) {
    for (const text of texts) {
      expect(within(items[index] as HTMLElement).getByText(text)).toBeVisible();
    }
  }
});
