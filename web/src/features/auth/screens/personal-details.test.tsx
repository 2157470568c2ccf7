import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { clearSession, getSession } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { detailsDraft, loadRegistration, saveRegistration } from "../registration";
import { Component, loader } from "./personal-details";
import { Component as Success } from "./success";

afterEach(() => {
  clearSession();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const OTLEY = { label: "Otley, West Yorkshire", city: "Otley", lat: 53.9, lon: -1.7 };

function open(login: () => Response) {
  const towns = [OTLEY];
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} }));
  saveRegistration({ email: "ana@example.org", registrationToken: "t" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["auth", "skills", "wallet"] }),
    "POST /api/auth/register": () => success({ id: "ana", pending: false }),
    "POST /api/auth/login": login,
    "GET /api/wallet/balance": () => success({ balance: 0, spark_tokens: 10, currency: "gbp" }),
    "GET /api/places/towns": () => success(towns),
  });
  const routes = [
    { path: "/personal-details", Component, loader },
    { path: "/success", Component: Success },
    { path: "*", element: <h1>Elsewhere</h1> },
  ];
  const router = renderRoutes(routes, "/personal-details");
  return { router, log, towns, user: userEvent.setup() };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText("First name"), "Ana");
  await user.type(screen.getByLabelText("Last name"), "Lund");
  await user.type(screen.getByLabelText("Phone"), "07700 900123");
  await user.type(screen.getByRole("combobox", { name: /^Your town or city/ }), "otl");
  await user.click(await screen.findByRole("option", { name: "Otley, West Yorkshire" }));
  await user.type(screen.getByLabelText("Password"), "a long walk");
  await user.type(screen.getByLabelText("Confirm password"), "a long walk");
  await user.click(screen.getByLabelText(/^I am 18 or over and accept the terms/));
}

test("registration signs the member in, with the chosen town", async () => {
  const tokens = { accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" };
  const { user, log } = open(() => success(tokens));
  await fill(user);
  expect(JSON.stringify(detailsDraft.load())).not.toContain("long walk");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByRole("link", { name: "I need a hand" })).toBeVisible();
  expect(screen.getByRole("link", { name: "I can lend one" })).toBeVisible();
  expect(await screen.findByText("You have 10 sparks.")).toBeVisible();
  expect(getSession()?.claims.id).toBe("ana");
  expect(log.find(({ path }) => path === "POST /api/auth/register")?.body).toMatchObject({
    firstname: "Ana",
    gender: "prefer_not_to_say",
    location: "Otley, West Yorkshire",
    adult: true,
    terms: true,
  });
  expect([loadRegistration(), detailsDraft.load()]).toEqual([null, {}]);
});

test("a failed sign-in leaves the login to the member", async () => {
  const { user } = open(() => failure(503, "auth.busy"));
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByText(/Sign in to meet your neighbours/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Login" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "I need a hand" })).toBeNull();
});

test("a reload keeps everything but the password", async () => {
  detailsDraft.save({ firstname: "Ana", gender: "female", phone: "07700 900123" });
  open(() => failure(503, "auth.busy"));
  expect(await screen.findByLabelText("First name")).toHaveValue("Ana");
  expect(screen.getByLabelText("Female")).toBeChecked();
  expect(screen.getByLabelText("Phone")).toHaveValue("07700 900123");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

test("a shown password is typed once", async () => {
  const { user, log } = open(() => failure(503, "auth.busy"));
  await user.type(await screen.findByLabelText("First name"), "Ana");
  await user.type(screen.getByLabelText("Last name"), "Lund");
  await user.type(screen.getByLabelText("Phone"), "07700 900123");
  await user.type(screen.getByLabelText("Password"), "a long walk");
  await user.click(screen.getByLabelText(/^I am 18 or over/));
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(screen.getByLabelText("Confirm password")).toHaveFocus());
  await user.click(screen.getAllByRole("button", { name: "Show password" })[0] as HTMLElement);
  expect(screen.queryByLabelText("Confirm password")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain("POST /api/auth/register"));
});

test("an unknown village gets the coordinates of the nearest town", async () => {
  const { user, log, towns } = open(() => failure(503, "auth.busy"));
  await fill(user);
  towns.length = 0;
  await user.clear(screen.getByLabelText(/^Your town or city/));
  await user.type(screen.getByLabelText(/^Your town or city/), "Wellow");
  await user.tab();
  const nearest = await screen.findByLabelText(/^Nearest town/);
  expect(
    screen.getByText(/We can't find Wellow on the map. Choose the nearest town/),
  ).toBeVisible();
  towns.push(OTLEY);
  await user.type(nearest, "otley");
  await user.click(await screen.findByRole("option", { name: "Otley, West Yorkshire" }));
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() =>
    expect(log.find(({ path }) => path === "POST /api/auth/register")?.body).toMatchObject({
      location: "Wellow",
      lat: 53.9,
      lon: -1.7,
    }),
  );
});

test("an unknown village is asked about once, and may stay unanswered", async () => {
  const { user, log, towns } = open(() => failure(503, "auth.busy"));
  const sent = () => log.filter(({ path }) => path === "POST /api/auth/register");
  await fill(user);
  towns.length = 0;
  await user.clear(screen.getByLabelText(/^Your town or city/));
  await user.type(screen.getByLabelText(/^Your town or city/), "Wellow");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(screen.getByLabelText(/^Nearest town/)).toHaveFocus());
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ location: "Wellow" });
  expect(sent()[0]?.body).not.toHaveProperty("lat");
});

test("a phone's Next key moves through the fields", async () => {
  const { user } = open(() => failure(503, "auth.busy"));
  await waitFor(async () => expect(await screen.findByLabelText("First name")).toHaveFocus());
  await user.keyboard("Ana{Enter}Lund{Enter}07700 900123{Enter}Leeds{Enter}a long walk{Enter}");
  expect(screen.getByLabelText("Phone")).toHaveValue("07700 900123");
  expect(screen.getByLabelText("Password")).toHaveValue("a long walk");
  await waitFor(() => expect(screen.getByLabelText("Confirm password")).toHaveFocus());
});
