import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Ledger } from "./ledger";

const ledger = {
  pounds: [
    { kind: "booking", balance: 9 },
    { kind: "external:bank", balance: 5.5 },
    { kind: "external:cash", balance: -30 },
    { kind: "fees:tomorrow", balance: 0.1 },
    { kind: "user", balance: 15.4 },
  ],
  sparks: [
    { kind: "community", balance: -40 },
    { kind: "pot", balance: 10 },
    { kind: "user", balance: 30 },
  ],
  supply: [
    { month: "2026-01", issued: 0, returned: 0, circulating: 0 },
    { month: "2026-02", issued: 30, returned: 0, circulating: 30 },
    { month: "2026-03", issued: 12, returned: 2, circulating: 40 },
  ],
};

const reconciliation = {
  ran_at: "2026-03-02T10:00:00.000Z",
  since: "2026-02-01T00:00:00.000Z",
  until: "2026-03-01T00:00:00.000Z",
  lines: 3,
  matched: 2,
  fees: 0.5,
  unreconciled: 20,
  differences: 1,
  told: ["missing here  2026-02-03  20.00 gbp  charge txn_1"],
};

const checked = {
  ran_at: "2026-03-05T10:00:00.000Z",
  kind: "full",
  transfers: 12,
  accounts: 4,
  differences: [],
};

afterEach(() => vi.unstubAllGlobals());

const chargeback = {
  id: "dp_1",
  state: "open",
  status: "needs_response",
  user_id: "u1",
  name: "Maya Okafor",
  amount: 20,
  set_aside: 5,
  loss: 15,
  evidence_due: "2100-03-10T10:00:00.000Z",
  opened_at: "2026-03-02T10:00:00.000Z",
};
const lost = {
  ...chargeback,
  id: "dp_2",
  state: "lost",
  status: "lost",
  name: "",
  booking_id: 7,
  set_aside: 20,
  loss: 0,
  closed_at: "2026-03-04T10:00:00.000Z",
};
const refund = {
  id: "re_1",
  user_id: "u1",
  name: "Maya Okafor",
  booking_id: 8,
  amount: 7.5,
  at: "2026-03-03T10:00:00.000Z",
};

function open(answer: () => Response, refunds: unknown[] = [], mode = "cash+tokens") {
  const token = fakeToken({ expiresIn: 900, role: "admin", email: "iris@example.org" });
  storeTokens({ accessToken: token, refreshToken: "r" });
  // Open ones first, then those of the chosen state.
  const lists = [[chargeback], [lost]];
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["wallet"], mode }),
    "GET /api/admin/wallet/ledger": answer,
    "GET /api/admin/wallet/ledger-check": () => success({ running: false }),
    "POST /api/admin/wallet/ledger-check": () => success({ running: false, last: checked }),
    "GET /api/admin/wallet/chargebacks": () => success(lists.shift() ?? []),
    "GET /api/admin/wallet/failed-refunds": () => success(refunds),
    "GET /api/admin/wallet/sellers.csv": () => new Response("csv"),
  });
  renderRoutes([{ path: "/admin/ledger", Component: Ledger }], "/admin/ledger");
  return { log, user: userEvent.setup() };
}

function card(title: string) {
  const heading = screen.getByRole("heading", { name: title });
  return within(heading.parentElement as HTMLElement);
}

test("money is shown by where it is, and what came in and went out", async () => {
  open(() => success(ledger));
  expect(await screen.findByText("£24.50")).toBeVisible();
  const pounds = card("Pounds");
  for (const [label, amount] of [
    ["In wallets", "£15.40"],
    ["Paid for bookings that are not settled yet", "£9.00"],
    ["fees:tomorrow", "£0.10"],
    ["Cash paid in", "£30.00 in"],
    ["Bank transfers to neighbours", "£5.50 out"],
  ] as const) {
    expect(pounds.getByText(label).nextSibling).toHaveTextContent(amount);
  }
  const sparks = card("Sparks");
  expect(sparks.getByText("40 sparks")).toBeVisible();
  expect(sparks.getByText("In the community's pot").nextSibling).toHaveTextContent("10 sparks");
});

test("supply begins with the first month that has any, newest first", async () => {
  open(() => success(ledger));
  await screen.findByRole("heading", { name: "Sparks in circulation" });
  const months = card("Sparks in circulation").getAllByRole("listitem");
  expect(months.map(({ textContent }) => textContent)).toEqual([
    "March 202640 sparks12 sparks issued, 2 sparks taken back",
    "February 202630 sparks30 sparks issued",
  ]);
});

test("checks that never ran, and one that found differences, are told", async () => {
  open(() => success({ ...ledger, reconciliation }));
  expect(await screen.findByText(/has not been checked yet/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "£20.00 unreconciled with Stripe" })).toBeVisible();
  expect(screen.getByText(/2 of 3 lines agree/)).toHaveTextContent("Stripe kept £0.50 in fees");
  expect(screen.getByText(/charge txn_1/)).toBeVisible();
});

test("the check runs from here, and its result is shown", async () => {
  const { user } = open(() =>
    success({ ...ledger, check: { ...checked, kind: "recent", transfers: 1 } }),
  );
  expect(
    await screen.findByText(/the latest movement compared, everything added up/),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText(/all 12 movements compared/)).toBeVisible();
});

test("a community of sparks alone sees pounds only while it still holds some", async () => {
  const sparksOnly = { ...ledger, pounds: [{ kind: "user", balance: 0 }] };
  open(() => success(sparksOnly), [], "tokens");
  expect(await screen.findByText("40 sparks", { selector: "p span" })).toBeVisible();
  expect(screen.getByText(/^Every spark of this community/)).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Pounds" })).toBeNull();
  cleanup();
  open(() => success(ledger), [], "tokens");
  expect(await screen.findByRole("heading", { name: "Pounds" })).toBeVisible();
});

test("a year's file of earnings is fetched on request", async () => {
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL() {} }),
  );
  const { log, user } = open(() => success(ledger));
  await user.selectOptions(await screen.findByLabelText("Year"), "2024");
  await user.click(screen.getByRole("button", { name: "Download 2024" }));
  await waitFor(() =>
    expect(log.some(({ path }) => path.startsWith("GET /api/admin/wallet/sellers.csv"))).toBe(true),
  );
});

test("a ledger that is still added up can be asked for again", async () => {
  const message = "The ledger is still being added up. Please try again in a minute.";
  open(() => failure(503, "wallet.sums_behind", message));
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

const withCards = {
  ...ledger,
  pounds: [
    { kind: "chargeback", balance: 5 },
    { kind: "external:losses", balance: -15 },
    { kind: "external:stripe", balance: -20 },
    ...ledger.pounds,
  ],
};

test("disputed payments say who, how much, and until when to answer", async () => {
  const { user } = open(() => success(withCards));
  const disputed = await screen.findByText(/Answer Stripe by/);
  const item = within(disputed.closest("li") as HTMLElement);
  expect(item.getByText("£20.00")).toBeVisible();
  expect(item.getByRole("link", { name: "Maya Okafor" })).toHaveAttribute(
    "href",
    "/user-profile/u1",
  );
  expect(item.getByText(/Top-up of their wallet/)).toHaveTextContent(
    "£5.00 is set aside. Your community bears £15.00.",
  );
  expect(disputed).toHaveTextContent("dp_1, needs response");
  expect(screen.getByText("Set aside while a bank decides").nextSibling).toHaveTextContent("£5.00");
  expect(screen.queryByText(/did not take/)).not.toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Lost" }));
  expect(await screen.findByText(/Card payment for booking 7/)).toHaveTextContent(
    "£20.00 was set aside.",
  );
  expect(screen.getByText(/a former member/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Won" }));
  expect(
    await screen.findByText("No bank has left a payment with your community yet."),
  ).toBeVisible();
});

test("refunds that a card did not take are listed", async () => {
  open(() => success(withCards), [refund]);
  const title = "Refunds that a card did not take";
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText("£7.50").parentElement).toHaveTextContent("to Maya Okafor for booking 8");
});

test("without cards, no disputed payments are asked for", async () => {
  const { log } = open(() => success(ledger));
  await screen.findByText("£24.50");
  expect(screen.queryByText("Disputed at the bank")).not.toBeInTheDocument();
  expect(log.some(({ path }) => path.includes("chargebacks"))).toBe(false);
});
