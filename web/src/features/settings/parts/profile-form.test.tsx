import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ProfileForm } from "./profile-form";

const PUT = "PUT /api/users/update/u1";
const profile = {
  id: "u1",
  firstname: "Ana",
  lastname: "Moss",
  email: "ana@example.org",
  gender: "female",
  location: "Leeds",
  street: "",
  zip_code: "",
  website: "",
};
const newport = { city: "Newport", lat: 52.77, lon: -2.38 };
const places = [
  { ...newport, label: "Newport, Gwent", lat: 51.59, lon: -3 },
  { ...newport, label: "Newport, Shropshire" },
];
const street = { ...newport, label: "High Street, Newport", street: "High Street" };

afterEach(() => vi.unstubAllGlobals());

async function open() {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  let found: object[] = places;
  const log = mockServer({
    "GET /api/places/search": () => success(found),
    [PUT]: (body) => success({ ...profile, ...(body as object), location: "Newport" }),
  });
  const form = <ProfileForm profile={profile as Schemas["Profile"]} onNewEmail={() => undefined} />;
  renderRoutes([{ path: "/", element: form }], "/");
  const user = userEvent.setup();
  const town = screen.getByLabelText("Town or city");
  await user.clear(town);
  await user.type(town, "Newp");
  await user.click(await screen.findByRole("option", { name: "Newport, Shropshire" }));
  const save = async () => {
    const before = log.filter(({ path }) => path === PUT).length;
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await vi.waitFor(() => expect(log.filter(({ path }) => path === PUT)).toHaveLength(before + 1));
    return log.findLast(({ path }) => path === PUT)?.body;
  };
  const suggest = (suggested: object[]) => {
    found = suggested;
  };
  return { user, town, save, suggest };
}

test("of two towns with one name the picked one is sent", async () => {
  const { town, save } = await open();
  expect(town).toHaveValue("Newport");
  expect(await save()).toMatchObject({ location: "Newport, Shropshire" });
  // What was saved is the town from now on.
  expect(await save()).toMatchObject({ location: "Newport" });
});

test("a street or postcode that is typed leaves the picked town", async () => {
  const { user, save } = await open();
  await user.type(screen.getByLabelText(/^Postcode/), "TF10 7AA");
  expect(await save()).toMatchObject({ location: "Newport, Shropshire", zip_code: "TF10 7AA" });
});

test("what was typed after picking is sent as it is", async () => {
  const { user, town, save } = await open();
  await user.type(town, " Pagnell");
  expect(await save()).toMatchObject({ location: "Newport Pagnell" });
});

test("a picked street names its own town", async () => {
  const { user, save, suggest } = await open();
  suggest([street]);
  await user.type(screen.getByLabelText(/^Street/), "High");
  await user.click(await screen.findByRole("option", { name: "High Street, Newport" }));
  expect(await save()).toMatchObject({ location: "Newport", street: "High Street" });
});
