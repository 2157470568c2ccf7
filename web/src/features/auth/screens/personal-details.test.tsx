import { screen } from "@testing-library/react";
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

function open(login: () => Response) {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} }));
  saveRegistration({ email: "ana@example.org", registrationToken: "t" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["auth"] }),
    "POST /api/auth/register": () => success({ id: "ana", pending: false }),
    "POST /api/auth/login": login,
    "GET /api/places/towns": () =>
      success([{ label: "Otley, West Yorkshire", city: "Otley", lat: 53.9, lon: -1.7 }]),
  });
  const routes = [
    { path: "/personal-details", Component, loader },
    { path: "/success", Component: Success },
    { path: "*", element: <h1>Elsewhere</h1> },
  ];
  const router = renderRoutes(routes, "/personal-details");
  return { router, log, user: userEvent.setup() };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText("First name"), "Ana");
  await user.type(screen.getByLabelText("Last name"), "Lund");
  await user.type(screen.getByLabelText("Phone"), "07700 900123");
  await user.type(screen.getByRole("combobox", { name: /^Your town or city/ }), "otl");
  await user.click(await screen.findByRole("option", { name: "Otley, West Yorkshire" }));
  await user.type(screen.getByLabelText("Password"), "a long walk");
  await user.type(screen.getByLabelText("Confirm password"), "a long walk");
  await user.click(screen.getByLabelText("I am 18 or over"));
  await user.click(screen.getByLabelText(/^I accept the/));
}

test("whoever has registered is signed in, with the town they chose", async () => {
  const tokens = { accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" };
  const { user, log } = open(() => success(tokens));
  await fill(user);
  expect(JSON.stringify(detailsDraft.load())).not.toContain("long walk");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByRole("link", { name: "Go to Explore" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Login" })).toBeVisible();
  expect(getSession()?.claims.id).toBe("ana");
  expect(log.find(({ path }) => path === "POST /api/auth/register")?.body).toMatchObject({
    firstname: "Ana",
    gender: "prefer_not_to_say",
    location: "Otley, West Yorkshire",
  });
  expect([loadRegistration(), detailsDraft.load()]).toEqual([null, {}]);
});

test("where signing in fails, they log in themselves", async () => {
  const { user } = open(() => failure(503, "auth.busy"));
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByText(/Log in to meet your neighbours/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Go to Explore" })).toBeNull();
});

test("a reload loses nothing but the password", async () => {
  detailsDraft.save({ firstname: "Ana", gender: "female", phone: "07700 900123" });
  open(() => failure(503, "auth.busy"));
  expect(await screen.findByLabelText("First name")).toHaveValue("Ana");
  expect(screen.getByLabelText("Gender")).toHaveValue("female");
  expect(screen.getByLabelText("Phone")).toHaveValue("07700 900123");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});
