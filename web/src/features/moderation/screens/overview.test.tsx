import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { setLiveStatus } from "@/lib/live/hub";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Overview } from "./overview";

const READ_OPERATION = "GET /api/admin/wallet/ledger-check";
const POST = "POST /api/admin/wallet/ledger-check";

type Check = Schemas["LedgerCheck"];

const check = (differences: string[], rest: Partial<Check> = {}): Check => ({
  running: false,
  last: {
    ran_at: "2026-03-02T10:00:00.000Z",
    kind: "full",
    transfers: 7,
    accounts: 3,
    found_at: differences.length > 0 ? "2026-03-01T18:04:00.000Z" : undefined,
    differences,
  },
  ...rest,
});

afterEach(() => vi.unstubAllGlobals());

function open(
  answers: Parameters<typeof mockServer>[0],
  { role = "admin", modules = ["moderation", "wallet"] } = {},
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules, mode: "cash+tokens" }),
    "GET /api/admin/tasks": () => success([]),
    "GET /api/admin/history": () => success([]),
    "GET /api/admin/overview": () => success({ members: 60, tokens_circulating: 600 }),
    "GET /api/admin/waiting": () => success({ applicants: 0, reports: 0 }),
    ...answers,
  });
  renderRoutes([{ path: "/admin", Component: Overview }], "/admin");
  return { log, user: userEvent.setup() };
}

const paths = (log: { path: string }[]) => log.map(({ path }) => path);

test("a ledger error comes first, with advice", async () => {
  const differences = Array.from({ length: 8 }, (_, index) => `account ${index} is wrong`);
  open({ [READ_OPERATION]: () => success(check(differences)) });
  const alarm = within(await screen.findByRole("alert"));
  expect(alarm.getByRole("heading")).toHaveTextContent("Some money or sparks do not add up");
  expect(alarm.getByText(/The balances in wallets may be wrong/)).toBeVisible();
  expect(alarm.getByText(/Found Sun 1 Mar.*18:04/)).toBeVisible();
  const items = alarm.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toEqual([...differences.slice(0, 5), "and 3 more"]);
  expect(screen.getByText("Members")).toBeVisible();
});

test("a repeated check can clear the alarm", async () => {
  const { log, user } = open({
    [READ_OPERATION]: () => success(check(["account a is wrong"])),
    [POST]: () => success(check([])),
  });
  await user.click(await screen.findByRole("button", { name: "Check again" }));
  expect(await screen.findByText(/All money and sparks added up/)).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(paths(log)).toContain(POST);
});

test("a correct ledger shows a quiet line", async () => {
  open({ [READ_OPERATION]: () => success(check([])) });
  expect(await screen.findByText(/All money and sparks added up/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Check now" })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a running check is waited for", async () => {
  const states = [check([]), check([], { running: true })];
  const { log, user } = open({
    [READ_OPERATION]: () => success(states.shift() ?? check(["account a is wrong"])),
    [POST]: () => failure(409, "wallet.check_running", "The ledger is being checked already."),
  });
  await user.click(await screen.findByRole("button", { name: "Check now" }));
  expect(await screen.findByRole("button", { name: /Checking/ })).toBeVisible();
  await screen.findByRole("alert", undefined, { timeout: 5000 });
  expect(paths(log).filter((path) => path === READ_OPERATION)).toHaveLength(3);
});

test("before the first check a note says so", async () => {
  open({ [READ_OPERATION]: () => success({ running: false }) });
  expect(await screen.findByText("Money and sparks have not been checked yet.")).toBeVisible();
});

test("figures show without any ledger check", async () => {
  open({ [READ_OPERATION]: () => failure(500, "server.internal") });
  expect(await screen.findByText("Members")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Check/ })).toBeNull();
});

test.each([{ role: "moderator" }, { modules: ["moderation"] }])(
  "moderators, and sites without a wallet, see no ledger check",
  async (who) => {
    const { log } = open({ [READ_OPERATION]: () => success(check(["account a is wrong"])) }, who);
    expect(await screen.findByText("Members")).toBeVisible();
    expect(paths(log)).not.toContain(READ_OPERATION);
  },
);

test("a proxy that buffers the stream is reported to admins", async () => {
  setLiveStatus({ state: "polling", heldBack: true });
  open({ [READ_OPERATION]: () => success(check([])) });
  expect(await screen.findByText(/A proxy .* delays live updates/)).toBeVisible();
  act(() => setLiveStatus());
  expect(screen.queryByText(/holds back/)).toBeNull();
});

const month = (name: string, members: number): Schemas["MonthFigures"] => ({
  month: name,
  members,
  active: 7,
  exchanges: 9,
  hours: 12.5,
  sparks: 310.5,
  pounds: 42,
});

test("charts have the figures of the last months, also as a table", async () => {
  const history = [month("2026-02", 58), month("2026-03", 60)];
  const { user } = open({ "GET /api/admin/history": () => success(history) });
  const charts = within(await screen.findByRole("region", { name: "The last twelve months" }));
  const shown = (await charts.findAllByRole("listitem")).map((item) => item.textContent);
  expect(shown).toEqual([
    "Members60",
    "Active members7",
    "Exchanges9",
    "Hours12.5",
    "Sparks in circulation310.5",
    "Money held£42.00",
  ]);
  await user.click(charts.getByText("Show as a table"));
  const rows = charts.getAllByRole("row").map((row) => row.textContent);
  expect(rows[1]).toBe("March 2026607912.5310.5£42.00");
  expect(rows[2]).toContain("February 202658");
});

test("a community without pounds has no chart of money", async () => {
  open({
    "GET /api/site": () => success({ name: "Sparkyard", modules: [], mode: "tokens" }),
    "GET /api/admin/history": () => success([{ ...month("2026-03", 60), pounds: 0 }]),
  });
  expect(await screen.findByText("Sparks in circulation", { selector: "span" })).toBeVisible();
  expect(screen.queryByText("Money held")).toBeNull();
});
