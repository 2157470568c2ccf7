import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast } from "@/components/toast";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { adminSite as site, openSetUp as state } from "@/test/site";
import { Component as SetUp } from "./set-up";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(path: string, answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success(site),
    "GET /api/admin/set-up": () => success(state),
    "PUT /api/admin/site/joining": () => success(state),
    ...answers,
  });
  const router = renderRoutes(
    [
      { path: "/admin/set-up", Component: SetUp },
      { path: "/admin", element: <h1>Console</h1> },
    ],
    path,
  );
  return { log, router, user: userEvent.setup() };
}

test("saving leads on to the next step, without a toast above its title", async () => {
  const toastSuccess = vi.spyOn(toast, "success");
  const { user } = open("/admin/set-up?step=joining");
  await user.click(await screen.findByRole("button", { name: "Save and continue" }));
  await waitFor(async () =>
    expect(await screen.findByRole("heading", { name: "Do emails arrive?" })).toHaveFocus(),
  );
  expect(toastSuccess).not.toHaveBeenCalled();
});

test("a public site is proposed approval, and the choice is sent", async () => {
  const { log, user } = open("/admin/set-up?step=joining");
  expect(await screen.findByRole("radio", { name: /^You approve/ })).toBeChecked();
  const sparks = screen.getByLabelText("Sparks for each newcomer");
  await user.clear(sparks);
  await user.type(sparks, "1001");
  await user.click(screen.getByRole("button", { name: "Save and continue" }));
  expect(await screen.findByText("1,000 sparks at most")).toBeVisible();
  await user.clear(sparks);
  await user.type(sparks, "5");
  await user.click(screen.getByRole("button", { name: "Save and continue" }));
  await waitFor(async () =>
    expect(await screen.findByRole("heading", { name: "Do emails arrive?" })).toHaveFocus(),
  );
  const sent = log.find(({ path }) => path === "PUT /api/admin/site/joining");
  expect(sent?.body).toEqual({ registration: "approval", welcome_tokens: 5, credit_limit: 0 });
});

test.each([
  ["a site on this machine", { local_only: true }],
  ["a site that is set up", { finished: true }],
])("%s keeps its policy", async (_, differs) => {
  open("/admin/set-up?step=joining", {
    "GET /api/admin/set-up": () => success({ ...state, ...differs }),
  });
  expect(await screen.findByRole("radio", { name: /^Everyone/ })).toBeChecked();
});

test("a policy that was chosen before stays", async () => {
  open("/admin/set-up?step=joining", {
    "GET /api/admin/set-up": () => success({ ...state, registration: "invite" }),
  });
  expect(await screen.findByRole("radio", { name: /^By invitation/ })).toBeChecked();
});

test("what the configuration says cannot be chosen", async () => {
  const fixed = { ...state, registration_fixed: true, welcome_tokens_fixed: true };
  const { log, user } = open("/admin/set-up?step=joining", {
    "GET /api/admin/set-up": () => success(fixed),
  });
  expect(await screen.findByRole("radio", { name: /^Everyone/ })).toBeDisabled();
  expect(screen.getByLabelText("Sparks for each newcomer")).toHaveAttribute("readonly");
  const limit = screen.getByLabelText("Sparks that members may owe");
  await user.clear(limit);
  await user.type(limit, "3");
  await user.click(screen.getByRole("button", { name: "Save and continue" }));
  await screen.findByRole("heading", { name: "Do emails arrive?" });
  const sent = log.find(({ path }) => path === "PUT /api/admin/site/joining");
  expect(sent?.body).toEqual({ credit_limit: 3 });
});

test("with nothing left to choose, the step leads on", async () => {
  const fixed = { ...state, registration_fixed: true, welcome_tokens: null };
  const { user } = open("/admin/set-up?step=joining", {
    "GET /api/admin/set-up": () => success(fixed),
  });
  expect(await screen.findByRole("radio", { name: /^Everyone/ })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Save and continue" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("heading", { name: "Do emails arrive?" })).toBeVisible();
});

test("the step is remembered, and one without a wallet is left out", async () => {
  const { user } = open("/admin/set-up", {
    "GET /api/site": () => success({ ...site, modules: ["site"] }),
  });
  expect(await screen.findByText(/Step 1 of 5/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(await screen.findByRole("heading", { name: "Who may join" })).toBeVisible();
  document.body.replaceChildren();
  open("/admin/set-up", { "GET /api/site": () => success({ ...site, modules: ["site"] }) });
  expect(await screen.findByText(/Step 2 of 5/)).toBeVisible();
});

test.each([
  [{ public_url: "http://127.0.0.1:8080", local_only: true }, /Only people at this machine/],
  [{ public_url: "https://other.example.org" }, /The two addresses differ/],
  [{ public_url: window.location.origin }, /passwords can be read on the way/],
])("the address is compared with the browser's: %o", async (differs, words) => {
  open("/admin/set-up?step=address", {
    "GET /api/admin/set-up": () => success({ ...state, ...differs }),
  });
  expect(await screen.findByText(words)).toBeVisible();
});

test("the end tells what is left, and finishes", async () => {
  const backup = { topic: "backup", problem: "There is no backup.", remedy: "Make one." };
  const { log, user, router } = open("/admin/set-up?step=finish", {
    "GET /api/admin/set-up": () => success({ ...state, warnings: [backup] }),
    "PUT /api/admin/set-up/finish": () => success({ ...state, finished: true }),
  });
  expect(await screen.findByText("There is no backup. Make one.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Print invitation cards" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Finish" }));
  expect(await screen.findByRole("heading", { name: "Console" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin");
  expect(log.map(({ path }) => path)).toContain("PUT /api/admin/set-up/finish");
});
