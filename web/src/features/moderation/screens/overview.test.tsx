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
