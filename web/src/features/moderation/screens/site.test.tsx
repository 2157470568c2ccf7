import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { openSetUp, adminSite as site } from "@/test/site";
import { Component as SiteScreen } from "./site";

const setUp = { ...openSetUp, finished: true };

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  const token = fakeToken({ expiresIn: 900, role: "admin", email: "iris@example.org" });
  storeTokens({ accessToken: token, refreshToken: "r" });
  let now = site;
  const log = mockServer({
    "GET /api/site": () => success(now),
    "GET /api/admin/set-up": () => success(setUp),
    "PUT /api/admin/site": (body) => {
      now = { ...now, ...(body as object) };
      return success(now);
    },
    ...answers,
  });
  renderRoutes([{ path: "/admin/site", Component: SiteScreen }], "/admin/site");
  return { log, user: userEvent.setup() };
}

/** The button of the first form. */
const saveDetails = () => screen.getAllByRole("button", { name: "Save" })[0] as HTMLElement;

test("name, town and contact are saved together", async () => {
  const { log, user } = open();
  const name = await screen.findByLabelText("Name");
  expect(name).toHaveValue("Sparkyard");
  await user.clear(name);
  await user.type(name, "Hebden Bridge Timebank");
  await user.type(screen.getByLabelText(/Contact/), "post@example.org");
  await user.click(screen.getByRole("checkbox", { name: /front page/ }));
  await user.click(saveDetails());
  await waitFor(() => expect(document.title).toBe("Site · Hebden Bridge Timebank"));
  const sent = log.find(({ path }) => path === "PUT /api/admin/site");
  expect(sent?.body).toEqual({
    name: "Hebden Bridge Timebank",
    default_city: "London",
    contact: "post@example.org",
    show_figures: true,
  });
});

test.each([
  ["Name", "Empty: the name in the server's configuration."],
  ["Town", "Empty: the town in the server's configuration."],
  [/Contact/, "Empty: the contact in the server's configuration, if it has one."],
])("the hint of %s explains an empty field", async (label, hint) => {
  open();
  const field = await screen.findByLabelText(label);
  expect(field).toHaveAccessibleDescription(expect.stringContaining(hint));
});

test("an error shows beside its field", async () => {
  const { log, user } = open({
    "PUT /api/admin/site": () =>
      failure(422, "request.invalid", "No.", { default_city: "Please choose a town." }),
  });
  const contact = await screen.findByLabelText(/Contact/);
  await user.type(contact, "nobody");
  await user.click(saveDetails());
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain("PUT /api/admin/site");
  await user.clear(contact);
  await user.click(saveDetails());
  const town = screen.getByLabelText("Town");
  await waitFor(() =>
    expect(town).toHaveAccessibleDescription(expect.stringContaining("Please choose a town.")),
  );
});

test.each([
  [{ result: "sent", conversation: [] }, /The mail server has accepted it.*iris@example\.org/],
  [{ result: "written", conversation: [] }, /written to a file/],
  [
    { result: "failed", cause: "not sent: connection refused", conversation: [] },
    /connection refused/,
  ],
  [
    {
      result: "failed",
      cause: "not sent",
      remedy: "Check the password.",
      conversation: [{ speaker: "mail_server", text: "535 5.7.8 no such user" }],
    },
    /535 5\.7\.8 no such user/,
  ],
])("a test mail shows its outcome: %o", async (outcome, words) => {
  const { user } = open({ "POST /api/admin/test-mail": () => success(outcome) });
  await user.click(await screen.findByRole("button", { name: "Send a test email" }));
  expect(await screen.findByText(words)).toBeVisible();
});

test("the law is told before pounds are chosen, and a refusal is shown", async () => {
  const refusal = "Your neighbours' wallets and bookings still hold £12.50.";
  const { log, user } = open({
    "PUT /api/admin/site/mode": () => failure(409, "site.pounds_held", refusal),
  });
  expect(await screen.findByRole("radio", { name: /^Sparks ?The best start/ })).toBeChecked();
  expect(screen.queryByText(/Financial Conduct Authority/)).toBeNull();
  await user.click(screen.getByRole("radio", { name: /^Sparks and pounds/ }));
  expect(screen.getByText(/Financial Conduct Authority/)).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Save" })[1] as HTMLElement);
  expect(await screen.findByText(refusal)).toBeVisible();
  const sent = log.find(({ path }) => path === "PUT /api/admin/site/mode");
  expect(sent?.body).toEqual({ mode: "cash+tokens" });
});

test("a mode that the configuration says cannot be changed", async () => {
  open({ "GET /api/site": () => success({ ...site, mode: "gift", mode_fixed: true }) });
  const gift = await screen.findByRole("radio", { name: /^Nothing/ });
  expect(gift).toBeChecked();
  expect(gift).toBeDisabled();
  expect(screen.getByText(/configuration says this/)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Who may join" })).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Save" })).toHaveLength(2));
});

test("without moderation, what is left to set up stands here, and no rules of moderation", async () => {
  const warnings = [{ topic: "backup", problem: "There is no backup.", remedy: "Make one." }];
  const { log } = open({ "GET /api/admin/set-up": () => success({ ...openSetUp, warnings }) });
  expect(await screen.findByText("There is no backup.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Finish setting up your site" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Reports and first posts" })).toBeNull();
  expect(log.map(({ path }) => path)).not.toContain("GET /api/admin/moderation-rules");
});

test("with moderation, the overview has what is left to set up", async () => {
  const modules = ["site", "moderation"];
  open({
    "GET /api/site": () => success({ ...site, modules }),
    "GET /api/admin/set-up": () => success(openSetUp),
  });
  expect(await screen.findByRole("heading", { name: "Reports and first posts" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Finish setting up your site" })).toBeNull();
});
