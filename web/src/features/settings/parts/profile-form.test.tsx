import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ProfileForm } from "./profile-form";
import { profileDraft } from "./profile-schema";

const PUT = "PUT /api/users/update/u1";
const profile = {
  id: "u1",
  firstname: "Ana",
  lastname: "Moss",
  email: "ana@example.org",
  gender: "female",
  phone: "07700 900123",
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

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

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

test("a reload loses nothing, a password aside, and a new number is sent", async () => {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({ [PUT]: (body) => success({ ...profile, ...(body as object) }) });
  const form = <ProfileForm profile={profile as Schemas["Profile"]} onNewEmail={() => undefined} />;
  profileDraft("u1").save({ phone: "0113 496 0123" });
  renderRoutes([{ path: "/", element: form }], "/");
  const user = userEvent.setup();
  expect(screen.getByLabelText("Phone")).toHaveValue("0113 496 0123");
  await user.type(screen.getByLabelText("New password"), "a long walk");
  expect(JSON.stringify(profileDraft("u1").load())).not.toContain("walk");
  await user.clear(screen.getByLabelText("New password"));
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await vi.waitFor(() => expect(log.some(({ path }) => path === PUT)).toBe(true));
  expect(log.find(({ path }) => path === PUT)?.body).toMatchObject({ phone: "0113 496 0123" });
  await vi.waitFor(() => expect(profileDraft("u1").load()).toEqual({}));
});
