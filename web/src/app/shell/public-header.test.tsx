import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { clearSession, storeTokens } from "@/lib/session";
import { renderRoutes } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { PublicHeader } from "./public-header";

afterEach(() => clearSession());

const open = () => renderRoutes([{ path: "*", Component: PublicHeader }], "/");

/** Returns labels and addresses of the links, at the top and in a phone's menu. */
function offered() {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
  const [top, menu] = ["Site", "Menu"].map((name) =>
    within(screen.getByRole("navigation", { name }))
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  );
  expect(menu).toEqual(top);
  return top;
}

const LINKS = [
  ["Home", "/"],
  ["Blog", "/blog"],
  ["Contact", "/contact"],
  ["FAQs", "/faqs"],
];

test("a visitor sees all links, and the way in", () => {
  expect(offered()).toEqual([...LINKS, ["Get Started", "/login"]]);
});

test("a signed-in person sees the way into the app", () => {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  expect(offered()).toEqual([...LINKS, ["Go to Explore", "/explore"]]);
});

test("the menu is opened and closed by keyboard, and gives the focus back", async () => {
  open();
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: "Open menu" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  button.focus();
  await user.keyboard("{Enter}");
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(button).toHaveAccessibleName("Close menu");
  const menu = screen.getByRole("navigation", { name: "Menu" });
  await user.tab();
  await waitFor(() => expect(within(menu).getByRole("link", { name: "Home" })).toHaveFocus());
  await user.keyboard("{Escape}");
  expect(menu).not.toBeVisible();
  await waitFor(() => expect(button).toHaveFocus());
});

test("following a link closes the menu", async () => {
  open();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open menu" }));
  const menu = screen.getByRole("navigation", { name: "Menu" });
  await user.click(within(menu).getByRole("link", { name: "Contact" }));
  expect(menu).not.toBeVisible();
});
