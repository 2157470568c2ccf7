import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import type { Town } from "@/lib/places";
import { failure, success } from "@/test/app";
import { TownField, type TownFieldHandle } from "./town-field";

const towns = [
  { label: "Ashford, Kent", city: "Ashford", lat: 51.1, lon: 0.9 },
  { label: "Leeds, West Yorkshire", city: "Leeds", lat: 53.8, lon: -1.55 },
];

afterEach(() => vi.unstubAllGlobals());

function open(location = "", placed = false) {
  vi.stubGlobal("fetch", async (request: Request) => {
    const q = new URL(request.url).searchParams.get("q")?.toLowerCase() ?? "";
    if (q === "fail") return failure(400, "places.bad_query");
    return success(towns.filter(({ label }) => label.toLowerCase().startsWith(q)));
  });
  const state: { town: Town } = { town: { location, near: null } };
  const handle = createRef<TownFieldHandle>();
  function Harness() {
    const [town, setTown] = useState(state.town);
    state.town = town;
    return (
      <TownField
        ref={handle}
        town={town}
        placed={placed}
        onChange={(location) => setTown((now) => ({ ...now, location }))}
        onNear={(near) => setTown((now) => ({ ...now, near }))}
      />
    );
  }
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <Harness />
      <button type="button">Elsewhere</button>
    </QueryClientProvider>,
  );
  const field = screen.getByRole("combobox", { name: "Your town or city" });
  const leave = () => act(async () => handle.current?.leave());
  return { state, field, leave, user: userEvent.setup() };
}

const nearest = () => screen.queryByRole("combobox", { name: /^Nearest town/ });
/** Waits for longer than the pause in typing after which towns are searched. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 300));

test("an unknown village gets the coordinates of the nearest town", async () => {
  const { state, field, user } = open();
  await user.type(field, "Ash");
  await screen.findByRole("option", { name: "Ashford, Kent" });
  await pause();
  expect(nearest()).toBeNull();
  await user.tab();
  expect(await screen.findByRole("combobox", { name: /^Nearest town/ })).toBeVisible();
  await user.type(nearest() as HTMLElement, "ashf");
  await user.click(await screen.findByRole("option", { name: "Ashford, Kent" }));
  expect(state.town).toEqual({
    location: "Ash",
    near: { name: "Ashford, Kent", lat: 51.1, lon: 0.9 },
  });
  await user.type(field, "f");
  expect(state.town).toEqual({ location: "Ashf", near: null });
  expect(nearest()).toBeNull();
});

test("a known or picked town needs no nearest town", async () => {
  const { field, user } = open();
  await user.type(field, "leeds ");
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  await pause();
  expect(nearest()).toBeNull();
  await user.clear(field);
  await user.type(field, "ash");
  await user.click(await screen.findByRole("option", { name: "Ashford, Kent" }));
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  await pause();
  expect(nearest()).toBeNull();
});

test("an unknown village with coordinates needs no nearest town", async () => {
  open("Wellow", true);
  await pause();
  expect(nearest()).toBeNull();
});

test("an unknown village without coordinates needs a nearest town", async () => {
  open("Wellow");
  expect(await screen.findByRole("combobox", { name: /^Nearest town/ })).toBeVisible();
});

test("submitting asks once per unknown name for the nearest town", async () => {
  const { field, leave, user } = open();
  await user.type(field, "Wellow");
  expect(await leave()).toBe(true);
  await waitFor(() => expect(nearest()).toHaveFocus());
  expect(await leave()).toBe(false);
  await user.type(field, "s");
  expect(nearest()).toBeNull();
  expect(await leave()).toBe(true);
});

test("the nearest-town field is announced, and focused once on submit", async () => {
  const { field, leave, user } = open();
  await user.type(field, "Wellow");
  await user.tab();
  await waitFor(() => expect(nearest()).toBeVisible());
  const announced = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(announced).toContain("Choose the nearest town below");
  await waitFor(() => expect(screen.getByRole("button", { name: "Elsewhere" })).toHaveFocus());
  expect(await leave()).toBe(true);
  await waitFor(() => expect(nearest()).toHaveFocus());
  expect(await leave()).toBe(false);
});

test("a nearest town left empty is not requested again", async () => {
  const { field, leave, user } = open();
  await user.type(field, "Wellow");
  await user.tab();
  await waitFor(() => expect(nearest()).toBeVisible());
  await user.click(nearest() as HTMLElement);
  await user.tab();
  expect(await leave()).toBe(false);
});

test.each([
  ["a known town", "leeds "],
  ["a single letter", "L"],
  ["no town", ""],
  ["a town that cannot be looked up", "fail"],
])("submitting with %s asks for nothing", async (_, text) => {
  const { field, leave, user } = open();
  await user.type(field, `x{Backspace}${text}`);
  expect(await leave()).toBe(false);
  expect(nearest()).toBeNull();
});

test("an untouched unknown village is accepted on submit", async () => {
  const { leave } = open("Wellow", false);
  expect(await leave()).toBe(false);
});
