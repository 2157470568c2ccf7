import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FormEvent, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import type { Place } from "@/lib/places";
import { clearSession, storeTokens } from "@/lib/session";
import { failure, mockServer, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { PlaceInput } from "./place-input";

const LEEDS = { label: "Leeds, West Yorkshire", city: "Leeds", lat: 53.8, lon: -1.55 };
const LEEK = { label: "Leek, Staffordshire", city: "Leek", lat: 53.1, lon: -2.02 };

afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

function open(answer = () => success([LEEDS, LEEK]), path = "GET /api/places/search") {
  if (path.endsWith("search")) {
    storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  }
  mockServer({ [path]: answer });
  const chosen: (Place | null)[] = [];
  const submit = vi.fn((event: FormEvent) => event.preventDefault());
  function Harness() {
    const [town, setTown] = useState("");
    return (
      <form onSubmit={submit}>
        <PlaceInput
          label="Town or city"
          kind="city"
          value={town}
          textOf={(place) => place.city}
          onChange={(text, place) => {
            chosen.push(place);
            setTown(text);
          }}
        />
      </form>
    );
  }
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <Harness />
    </QueryClientProvider>,
  );
  const field = screen.getByRole("combobox", { name: "Town or city" });
  return { field, chosen, submit, user: userEvent.setup() };
}

const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const listed = () => screen.findByRole("option", { name: "Leeds, West Yorkshire" });

test("a click picks a place, and the field keeps its town", async () => {
  const { field, chosen, user } = open();
  expect(field).toHaveAttribute("aria-expanded", "false");
  await user.type(field, "lee");
  await user.click(await screen.findByRole("option", { name: "Leek, Staffordshire" }));
  expect(field).toHaveValue("Leek");
  expect(chosen.at(-1)).toMatchObject({ city: "Leek", lat: 53.1 });
  expect(options()).toEqual([]);
});

test("the keyboard picks a place, and typing on clears it", async () => {
  const { field, chosen, submit, user } = open();
  await user.type(field, "lee");
  await listed();
  expect(screen.getByRole("listbox", { name: "Suggested places" })).toBeVisible();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field).toHaveValue("Leeds");
  expect(chosen.at(-1)).toMatchObject({ city: "Leeds" });
  expect(submit).not.toHaveBeenCalled();
  await user.type(field, "x");
  expect(field).toHaveValue("Leedsx");
  expect(chosen.at(-1)).toBeNull();
});

test("Enter without a highlighted option submits the typed text", async () => {
  const { field, submit, user } = open();
  await user.type(field, "lee");
  await listed();
  await user.keyboard("{Enter}");
  expect(submit).toHaveBeenCalledOnce();
  expect(field).toHaveValue("lee");
});

test("Escape closes the list and keeps the text", async () => {
  const { field, user } = open();
  await user.type(field, "lee");
  await listed();
  await user.keyboard("{Escape}");
  expect(options()).toEqual([]);
  await user.keyboard("{Escape}");
  expect(field).toHaveValue("lee");
});

test("a list that arrives after blur stays closed", async () => {
  let reply: (response: Response) => void = () => undefined;
  const { field, user } = open(
    () =>
      new Promise<Response>((resolve) => {
        reply = resolve;
      }) as unknown as Response,
  );
  await user.type(field, "lee");
  await new Promise((resolve) => setTimeout(resolve, 300));
  await user.tab();
  reply(success([LEEDS]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(options()).toEqual([]);
});

test.each([
  [[LEEDS], "1 place suggested"],
  [[LEEDS, LEEK], "2 places suggested"],
])("the number of suggested places is announced", async (places, text) => {
  const { field, user } = open(() => success(places));
  await user.type(field, "lee");
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test("a failed search says so", async () => {
  const { field, user } = open(() => failure(400, "places.bad_query"));
  await user.type(field, "lee");
  expect(await screen.findByText("Error initializing location search")).toBeVisible();
});

test("without a session the site's own towns are suggested", async () => {
  const { field, user, chosen } = open(() => success([LEEDS]), "GET /api/places/towns");
  await user.type(field, "lee");
  await user.click(await screen.findByRole("option", { name: "Leeds, West Yorkshire" }));
  expect(field).toHaveValue("Leeds");
  expect(chosen.at(-1)).toEqual(LEEDS);
});
