import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import { CategoryStrip } from "./category-strip";

const WIDTH = 500;
const SCROLLED = 700;

beforeEach(() => {
  const { prototype } = HTMLUListElement;
  // Simulates layout: the row is longer than its visible part.
  vi.spyOn(prototype, "clientWidth", "get").mockReturnValue(WIDTH);
  vi.spyOn(prototype, "scrollWidth", "get").mockReturnValue(WIDTH + SCROLLED);
  prototype.scrollBy = function (this: HTMLElement, options?: ScrollToOptions | number) {
    const left = typeof options === "object" ? (options.left ?? 0) : 0;
    this.scrollLeft = Math.max(0, Math.min(SCROLLED, this.scrollLeft + left));
    fireEvent.scroll(this);
  } as HTMLElement["scrollBy"];
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLUListElement.prototype, "scrollBy");
});

test("arrows scroll through the categories, up to the ends", async () => {
  mockServer({
    "GET /api/skills/get/categories": () =>
      success([{ id: "plumbing", title: "Plumbing", name: "plumbing", thumbnail: "/a.svg" }]),
  });
  renderRoutes([{ path: "/", Component: CategoryStrip }], "/");
  expect(await screen.findByRole("link", { name: "Plumbing" })).toBeVisible();
  const list = screen.getByRole("list");
  const earlier = screen.getByRole("button", { name: "Earlier categories" });
  const more = screen.getByRole("button", { name: "More categories" });
  expect(earlier).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(more);
  expect(list.scrollLeft).toBe(400);
  expect(earlier).not.toHaveAttribute("aria-disabled");
  await userEvent.click(more);
  expect(list.scrollLeft).toBe(SCROLLED);
  expect(more).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(earlier);
  expect(list.scrollLeft).toBe(300);
});
