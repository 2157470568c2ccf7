import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
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
    await waitFor(() => expect(log.filter(({ path }) => path === PUT)).toHaveLength(before + 1));
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
  expect(await save()).toMatchObject({ location: "Newport", lat: 52.77, lon: -2.38 });
  // The saved town is now the stored one.
  const again = await save();
  expect(again).toMatchObject({ location: "Newport" });
  expect(again).not.toHaveProperty("lat");
});

test("typing a street or postcode drops the picked town's coordinates", async () => {
  const { user, save } = await open();
  await user.type(screen.getByLabelText(/^Postcode/), "TF10 7AA");
  expect(await save()).toMatchObject({ location: "Newport, Shropshire", zip_code: "TF10 7AA" });
});

test("text typed after picking is sent as it is", async () => {
  const { user, town, save, suggest } = await open();
  suggest([{ label: "Newport Pagnell, Buckinghamshire", city: "Newport Pagnell" }]);
  await user.type(town, " Pagnell");
  const body = await save();
  expect(body).toMatchObject({ location: "Newport Pagnell" });
  expect(body).not.toHaveProperty("lat");
});

test("a picked street sets its town", async () => {
  const { user, save, suggest } = await open();
  suggest([street]);
  await user.type(screen.getByLabelText(/^Street/), "High");
  await user.click(await screen.findByRole("option", { name: "High Street, Newport" }));
  expect(await save()).toMatchObject({ location: "Newport", street: "High Street", lat: 52.77 });
});

test("a reload keeps all but a password, and a new number is sent", async () => {
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
  await waitFor(() => expect(log.some(({ path }) => path === PUT)).toBe(true));
  expect(log.find(({ path }) => path === PUT)?.body).toMatchObject({ phone: "0113 496 0123" });
  await waitFor(() => expect(profileDraft("u1").load()).toEqual({}));
});

/** Opens the form of a member in Leeds; `found` is the search result. */
function openInLeeds(answer: (body: unknown) => Response = () => success(profile)) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const found: object[] = [];
  const log = mockServer({ "GET /api/places/search": () => success(found), [PUT]: answer });
  const inLeeds = { ...profile, lat: 53.8, lon: -1.55 } as Schemas["Profile"];
  const form = <ProfileForm profile={inLeeds} onNewEmail={() => undefined} />;
  renderRoutes([{ path: "/", element: form }], "/");
  const user = userEvent.setup();
  const sent = () => log.filter(({ path }) => path === PUT).map(({ body }) => body);
  const save = () => user.click(screen.getByRole("button", { name: "Save changes" }));
  const retype = async (town: string) => {
    await user.clear(screen.getByLabelText("Town or city"));
    await user.type(screen.getByLabelText("Town or city"), town);
  };
  return { user, found, sent, save, retype };
}

test("an unknown village is sent with the nearest town's coordinates, also after a reload", async () => {
  const { user, found, retype } = openInLeeds();
  await retype("Wellow");
  await user.tab();
  const nearest = await screen.findByLabelText(/^Nearest town/);
  found.push(places[1] as object);
  await user.type(nearest, "newport");
  await user.click(await screen.findByRole("option", { name: "Newport, Shropshire" }));

  cleanup();
  const { save, sent } = openInLeeds();
  expect(screen.getByLabelText(/^Nearest town/)).toHaveValue("Newport, Shropshire");
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ location: "Wellow", lat: 52.77, lon: -2.38 });
  expect(sent()[0]).not.toHaveProperty("near");
  await waitFor(() => expect(profileDraft("u1").load()).toEqual({}));
});

test("saving during typing of an unknown village asks once", async () => {
  const message = "Could not find coordinates for this address";
  const refused = () => failure(422, "explore.place_not_found", message, { location: message });
  const { user, found, sent, save, retype } = openInLeeds(refused);
  await retype("Atlantis");
  await save();
  await waitFor(() => expect(screen.getByLabelText(/^Nearest town/)).toHaveFocus());
  expect(sent()).toEqual([]);
  await save();
  await waitFor(() => expect(screen.getByLabelText("Town or city")).toHaveFocus());
  expect(screen.getByLabelText("Town or city")).toHaveAccessibleDescription(
    expect.stringContaining(message),
  );
  expect(sent()).toHaveLength(1);
  found.push(places[1] as object);
  await user.type(screen.getByLabelText(/^Nearest town/), "newport");
  await user.click(await screen.findByRole("option", { name: "Newport, Shropshire" }));
  expect(screen.getByLabelText("Town or city")).toBeValid();
});

test("an unchanged address keeps its coordinates", async () => {
  const { user, sent, save } = openInLeeds();
  await user.type(screen.getByLabelText("Phone"), "4");
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ location: "Leeds", lat: 53.8, lon: -1.55 });
});
