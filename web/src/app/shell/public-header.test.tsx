import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { clearSession, storeTokens } from "@/lib/session";
import { renderRoutes } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { PublicHeader } from "./public-header";

afterEach(() => clearSession());

/** Returns the links of the header, at the top and in a phone's menu. */
function offered() {
  renderRoutes([{ path: "/", Component: PublicHeader }], "/");
  fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
  return screen.getAllByRole("link").map(({ textContent }) => textContent);
}

test("a visitor sees both ways in", () => {
  const links = offered();
  expect(links.filter((text) => text === "Sign in")).toHaveLength(2);
  expect(links).toContain("Get Started");
  expect(links).not.toContain("Go to Explore");
});

test("a signed-in person sees the app only", () => {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const links = offered();
  expect(links).toContain("Go to Explore");
  expect(links).not.toContain("Sign in");
  expect(links).not.toContain("Get Started");
});
