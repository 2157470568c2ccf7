import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { TownNotice } from "./town-notice";

const PUT = "PUT /api/users/profile/update/bio";
const bath = { label: "Bath, Somerset", city: "Bath", lat: 51.4, lon: -2.4 };

afterEach(() => vi.unstubAllGlobals());

function open(location: string, place = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, id: "u1" }), refreshToken: "r" });
  const profile = () =>
    success({ id: "u1", location, bio: "", street: "", zip_code: "", ...place });
  const found: object[] = [];
  const save = { answer: (body: object) => success({ id: "u1", ...body }) };
  const log = mockServer({
    "GET /api/users/profile/u1": profile,
    "GET /api/places/search": () => success(found),
    [PUT]: (body) => save.answer(body as object),
  });
  const Component = () => (
    <>
      <TownNotice />
      <p>The rest</p>
    </>
  );
  renderRoutesWithToasts([{ path: "/", Component }], "/");
  return { log, found, save };
}

test("a member without a town is told the effect, and can set it", async () => {
  open("");
  expect(await screen.findByText("Nobody nearby can find you")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Set your town" }));
  expect(await screen.findByRole("dialog", { name: "Set your town" })).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Your town or city" })).toBeVisible();
});

test("a member in an unknown village chooses the nearest town", async () => {
  open("Wellow");
  expect(await screen.findByText(/while we don't know where Wellow is/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Set your town" }));
  expect(await screen.findByRole("combobox", { name: "Your town or city" })).toHaveValue("Wellow");
  expect(await screen.findByRole("combobox", { name: /^Nearest town/ })).toBeVisible();
});

test.each([
  ["saved", "Wellow", (body: object) => success({ id: "u1", ...body })],
  [
    "refused",
    "Hinton",
    () =>
      failure(422, "explore.place_not_found", "Could not find coordinates for this address", {
        location: "Could not find coordinates for this address",
      }),
  ],
])(
  "a village that is %s without a place needs the nearest town, and only then is one set",
  async (_, village, answer) => {
    const { log, found, save } = open("");
    const { answer: saved } = save;
    save.answer = answer;
    await userEvent.click(await screen.findByRole("button", { name: "Set your town" }));
    await userEvent.type(
      await screen.findByRole("combobox", { name: "Your town or city" }),
      `${village}{Enter}`,
    );
    const nearest = await screen.findByRole("combobox", { name: "Nearest town" });
    expect(nearest).toHaveAccessibleDescription(expect.stringContaining(`where ${village} is`));
    expect(screen.queryByText(`Your town is now ${village}`)).toBeNull();

    save.answer = saved;
    found.push(bath);
    await userEvent.type(nearest, "bat");
    await userEvent.click(await screen.findByRole("option", { name: "Bath, Somerset" }));
    expect(screen.queryByText(/We don't know where/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Save town" }));
    expect(await screen.findByText(`Your town is now ${village}`)).toBeVisible();
    expect(log.findLast(({ path }) => path === PUT)?.body).toMatchObject({
      location: village,
      lat: 51.4,
      lon: -2.4,
    });
  },
);

test("a failed save shows the reason beside the button", async () => {
  const { save } = open("");
  save.answer = () => failure(503, "explore.busy", "Busy at the moment");
  await userEvent.click(await screen.findByRole("button", { name: "Set your town" }));
  const town = await screen.findByRole("combobox", { name: "Your town or city" });
  await userEvent.type(town, "Leeds{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Busy at the moment");
  expect(town).toBeValid();
});

test("a member with a town sees no notice", async () => {
  open("Leeds", { lat: 53.8, lon: -1.5 });
  expect(await screen.findByText("The rest")).toBeVisible();
  expect(screen.queryByText("Nobody nearby can find you")).toBeNull();
});
