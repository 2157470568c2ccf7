import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Carousel } from "./carousel";

const FIRST_SLIDE = "Meet people in your community";
const SECOND = "Join local events, soon";

let reducedMotion = false;

beforeEach(() => {
  reducedMotion = false;
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () =>
  screen
    .getAllByRole("figure", { hidden: true })
    .filter((figure) => figure.getAttribute("aria-hidden") === "false")
    .map((figure) => figure.textContent);

test("the pictures change every three seconds", async () => {
  render(<Carousel />);
  await pass(2_999);
  expect(shown()).toEqual([FIRST_SLIDE]);
  await pass(1);
  expect(shown()).toEqual([SECOND]);
  await pass(3_000);
  expect(shown()).toEqual([FIRST_SLIDE]);
});

test("the button pauses the pictures", async () => {
  render(<Carousel />);
  fireEvent.click(screen.getByRole("button", { name: "Pause pictures" }));
  await pass(10_000);
  expect(shown()).toEqual([FIRST_SLIDE]);
  fireEvent.click(screen.getByRole("button", { name: "Play pictures" }));
  await pass(3_000);
  expect(shown()).toEqual([SECOND]);
});

test("hover and focus pause the pictures", async () => {
  render(<Carousel />);
  const region = screen.getByRole("region");
  fireEvent.pointerEnter(region);
  await pass(9_000);
  expect(shown()).toEqual([FIRST_SLIDE]);
  fireEvent.pointerLeave(region);
  fireEvent.focus(screen.getByRole("button"));
  await pass(9_000);
  expect(shown()).toEqual([FIRST_SLIDE]);
  fireEvent.blur(screen.getByRole("button"));
  await pass(3_000);
  expect(shown()).toEqual([SECOND]);
});

test("the pictures stand still with reduced motion", async () => {
  reducedMotion = true;
  render(<Carousel />);
  await pass(9_000);
  expect(shown()).toEqual([FIRST_SLIDE]);
});
