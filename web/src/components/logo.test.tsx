import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import { Logo } from "./logo";

const LONG = "Calder Valley Skills and Tools Exchange"; // 39 of the 40 characters allowed.

/** Classes that truncate a text or keep it in one line. */
const CUTS = /truncate|line-clamp|ellipsis|overflow-(hidden|clip)|nowrap|max-[wh]-|(^|\s)[wh]-/;

afterEach(() => vi.unstubAllGlobals());

function open(name: string) {
  mockServer({ "GET /api/site": () => success({ name, modules: [] }) });
  renderRoutes([{ path: "/", element: <Logo to="/" /> }], "/");
}

test("a long site name is set smaller and wraps", async () => {
  open(LONG);
  const name = await screen.findByText(LONG);
  expect(name).toHaveClass("wrap-anywhere", "text-small");
  const link = screen.getByRole("link", { name: LONG });
  for (const element of [name, link]) expect(element.className).not.toMatch(CUTS);
});

test("a short site name keeps its size", async () => {
  open("Swap");
  expect(await screen.findByText("Swap")).not.toHaveClass("text-small");
});
