import { cleanup, screen } from "@testing-library/react";
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
  const log = mockServer({
    "GET /api/places/search": () => success([shropshire]),
    [PUT]: () => success(profile),
  });
  const onClose = vi.fn();
  const form = <AboutForm profile={profile as Schemas["Profile"]} onClose={onClose} />;
  renderRoutes([{ path: "/", element: form }], "/");
  const user = userEvent.setup();
  const save = async () => {
    await user.click(screen.getByRole("button", { name: "Save" }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
    return log.find(({ path }) => path === PUT)?.body;
  };
  const pickTown = async () => {
    await user.clear(screen.getByLabelText("Town or city"));
    await user.type(screen.getByLabelText("Town or city"), "Newp");
    await user.click(await screen.findByRole("option", { name: "Newport, Shropshire" }));
  };
  return { user, save, pickTown };
}

test("a bio needs no town", async () => {
  const { user, save } = open(withoutAddress);
  await user.type(screen.getByLabelText("Bio"), "I like bread");
  expect(await save()).toEqual({ bio: "I like bread", location: "", street: "", zip_code: "" });
});

test("what was written about oneself is there after a reload, until it is saved or left", async () => {
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

test("a street or postcode does, until it is taken back", async () => {
  const { user, save } = open(withoutAddress);
  await user.type(screen.getByLabelText(/^Postcode/), "LS1");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Type the name of your town")).toBeVisible();
  await user.clear(screen.getByLabelText(/^Postcode/));
  expect(screen.queryByText("Type the name of your town")).toBeNull();
  expect(await save()).toMatchObject({ zip_code: "" });
});

test("a town that was picked beside a street is sent with all its words", async () => {
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

test("a town alone is sent with its place", async () => {
  const { user, save, pickTown } = open(withAddress);
  await pickTown();
  await user.clear(screen.getByLabelText(/^Street/));
  await user.clear(screen.getByLabelText(/^Postcode/));
  expect(await save()).toMatchObject({ location: "Newport", lat: 52.77, lon: -2.38 });
});

test("an address that stays as it was stays where it is", async () => {
  const { user, save } = open(withAddress);
  await user.type(screen.getByLabelText("Bio"), "Hello");
  expect(await save()).toMatchObject({ location: "Newport", lat: 51.58, lon: -3 });
});
