import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { AboutForm } from "./about-form";

const PUT = "PUT /api/users/profile/update/bio";
const withoutAddress = { id: "u1", bio: "", location: "", street: "", zip_code: "" };
const withAddress = {
  ...withoutAddress,
  location: "Newport",
  street: "High Street",
  zip_code: "NP20 1AA",
  lat: 51.58,
  lon: -3,
};
const shropshire = { label: "Newport, Shropshire", city: "Newport", lat: 52.77, lon: -2.38 };

afterEach(() => vi.unstubAllGlobals());

function open(profile: typeof withoutAddress) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const found = [shropshire];
  const log = mockServer({
    "GET /api/places/search": () => success(found),
    [PUT]: () => success(profile),
  });
  const onClose = vi.fn();
  const form = <AboutForm profile={profile as Schemas["Profile"]} onClose={onClose} />;
  renderRoutes([{ path: "/", element: form }], "/");
  const user = userEvent.setup();
  const save = async () => {
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    return log.find(({ path }) => path === PUT)?.body;
  };
  const pickTown = async () => {
    await user.clear(screen.getByLabelText("Town or city"));
    await user.type(screen.getByLabelText("Town or city"), "Newp");
    await user.click(await screen.findByRole("option", { name: "Newport, Shropshire" }));
  };
  const sent = () => log.filter(({ path }) => path === PUT).map(({ body }) => body);
  return { user, save, sent, pickTown, found };
}

test("a bio needs no town", async () => {
  const { user, save } = open(withoutAddress);
  await user.type(screen.getByLabelText("Bio"), "I like bread");
  expect(await save()).toEqual({ bio: "I like bread", location: "", street: "", zip_code: "" });
});

test("a draft survives a reload until saved or left", async () => {
  const { user } = open(withoutAddress);
  await user.type(screen.getByLabelText("Bio"), "I like bread");
  cleanup();
  const { save } = open(withoutAddress);
  expect(screen.getByLabelText("Bio")).toHaveValue("I like bread");
  await save();
  cleanup();
  const again = open(withoutAddress);
  expect(screen.getByLabelText("Bio")).toHaveValue("");
  await again.user.type(screen.getByLabelText("Bio"), "No");
  await again.user.click(screen.getByRole("button", { name: "Cancel" }));
  cleanup();
  open(withoutAddress);
  expect(screen.getByLabelText("Bio")).toHaveValue("");
});

test("a street or postcode needs a town, until removed", async () => {
  const { user, save } = open(withoutAddress);
  await user.type(screen.getByLabelText(/^Postcode/), "LS1");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const errors = () => screen.queryAllByText("Type the name of your town");
  await waitFor(() => expect(errors()).toHaveLength(2));
  // Leaving the focused town field validates it again.
  await user.click(screen.getByLabelText(/^Postcode/));
  await waitFor(() => expect(errors()).toHaveLength(2));
  await user.clear(screen.getByLabelText(/^Postcode/));
  await waitFor(() => expect(errors()).toEqual([]));
  expect(await save()).toMatchObject({ zip_code: "" });
});

test("a town picked beside a street is sent by its label", async () => {
  const { save, pickTown } = open(withAddress);
  await pickTown();
  expect(screen.getByLabelText("Town or city")).toHaveValue("Newport");
  expect(await save()).toEqual({
    bio: "",
    location: "Newport, Shropshire",
    street: "High Street",
    zip_code: "NP20 1AA",
  });
});

test("a town alone is sent with its coordinates", async () => {
  const { user, save, pickTown } = open(withAddress);
  await pickTown();
  await user.clear(screen.getByLabelText(/^Street/));
  await user.clear(screen.getByLabelText(/^Postcode/));
  expect(await save()).toMatchObject({ location: "Newport", lat: 52.77, lon: -2.38 });
});

test("an unchanged address keeps its coordinates", async () => {
  const { user, save } = open(withAddress);
  await user.type(screen.getByLabelText("Bio"), "Hello");
  expect(await save()).toMatchObject({ location: "Newport", lat: 51.58, lon: -3 });
});

test("an unknown village is sent with the nearest town's coordinates", async () => {
  const { user, found } = open(withAddress);
  const town = screen.getByLabelText("Town or city");
  expect(screen.queryByLabelText(/^Nearest town/)).toBeNull();
  await user.clear(town);
  await user.type(town, "Newp");
  await screen.findByRole("option", { name: "Newport, Shropshire" });
  found.length = 0;
  await user.clear(town);
  await user.type(town, "Wellow");
  await user.tab();
  const nearest = await screen.findByLabelText(/^Nearest town/);
  found.push(shropshire);
  await user.type(nearest, "newport");
  await user.click(await screen.findByRole("option", { name: "Newport, Shropshire" }));

  cleanup();
  const again = open(withAddress);
  expect(screen.getByLabelText(/^Nearest town/)).toHaveValue("Newport, Shropshire");
  expect(await again.save()).toEqual({
    bio: "",
    location: "Wellow",
    street: "High Street",
    zip_code: "NP20 1AA",
    lat: 52.77,
    lon: -2.38,
  });
});

test("a village with coordinates is not asked about", async () => {
  const { user, found } = open({ ...withAddress, location: "Wellow" });
  found.length = 0;
  await user.click(screen.getByLabelText("Town or city"));
  await user.tab();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByLabelText(/^Nearest town/)).toBeNull();
});

test.each([
  ["Enter", "{Enter}"],
  ["the button", ""],
])("saving an unknown village with %s asks for the nearest town", async (_, key) => {
  const { user, save, sent, found } = open(withAddress);
  found.length = 0;
  const town = screen.getByLabelText("Town or city");
  await user.clear(town);
  await user.type(town, `Wellow${key}`);
  if (!key) await user.click(screen.getByRole("button", { name: "Save" }));
  const nearest = await screen.findByLabelText(/^Nearest town/);
  await waitFor(() => expect(nearest).toHaveFocus());
  expect(sent()).toEqual([]);

  found.push(shropshire);
  await user.type(nearest, "newport");
  await user.click(await screen.findByRole("option", { name: "Newport, Shropshire" }));
  expect(await save()).toMatchObject({ location: "Wellow", lat: 52.77, lon: -2.38 });
});

test("a typed known town is sent at once", async () => {
  const { user, save } = open(withAddress);
  await user.clear(screen.getByLabelText("Town or city"));
  await user.type(screen.getByLabelText("Town or city"), "newport");
  expect(await save()).toMatchObject({ location: "newport" });
});
