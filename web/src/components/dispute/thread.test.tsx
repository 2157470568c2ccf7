import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { AnswerForm } from "./answer-form";
import { Decision } from "./decision";
import { DisputeThread } from "./thread";

const PATH = "/api/dispute/7/statements";
const ana = { id: "ana", firstname: "Ana", lastname: "Mensah", location: "Leeds", left: false };
const dev = { id: "dev", firstname: "Dev", lastname: "Kaur", location: "Leeds", left: false };

const dispute: Schemas["Dispute"] = {
  id: "7",
  bookingId: 7,
  title: "Booking for Plumbing",
  message: "Nobody came, <b>twice</b>.",
  opened_by: "ana",
  status: "open",
  statements: 2,
  own: true,
  payment_method: "wallet",
  price: 12.35,
  client: ana,
  provider: dev,
  created_at: "2026-03-02T10:00:00Z",
};

const statements: Schemas["DisputeStatement"][] = [
  {
    id: "one",
    part: "provider",
    own: false,
    name: "Dev",
    message: "I rang.\nNobody opened.",
    created_at: "2026-03-02T11:00:00Z",
  },
  {
    id: "two",
    part: "staff",
    own: false,
    message: "Which bell?",
    created_at: "2026-03-02T12:00:00Z",
  },
];

beforeEach(() =>
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" }),
);
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function show(element: ReactNode) {
  renderRoutes([{ path: "/", element }], "/");
}

test("answers show from the beginning, with their authors", async () => {
  mockServer({ [`GET ${PATH}`]: () => success(statements) });
  show(<DisputeThread dispute={dispute} />);
  await screen.findByText("Which bell?");
  const items = within(screen.getByRole("list", { name: "What was said" })).getAllByRole(
    "listitem",
  );
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^You.*Nobody came, <b>twice<\/b>\.$/),
    expect.stringMatching(/^Dev.*I rang\.\nNobody opened\.$/s),
    expect.stringMatching(/^An adminStaff.*Which bell\?$/),
  ]);
});

test("the opening shows before the answers have loaded", async () => {
  mockServer({ [`GET ${PATH}`]: () => failure(500, "internal") });
  show(<DisputeThread dispute={dispute} />);
  expect(screen.getByText("Nobody came, <b>twice</b>.")).toBeVisible();
  expect(await screen.findByText("The answers could not be loaded.")).toBeVisible();
});

test("a double tap sends one answer; a failure keeps the text", async () => {
  let fail = true;
  const log = mockServer({
    [`POST ${PATH}`]: () =>
      fail ? failure(409, "bookings.dispute_decided", "It is decided.") : success(statements[0]),
  });
  const user = userEvent.setup();
  show(<AnswerForm id={7} label="Your answer" hint="Dev reads it." />);
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("Write your answer first")).toBeVisible();
  const field = screen.getByLabelText("Your answer");
  await user.type(field, "I was at home.");
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("It is decided.")).toBeVisible();
  expect(field).toHaveValue("I was at home.");
  fail = false;
  await user.dblClick(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("Your answer has been sent.")).toBeVisible();
  expect(field).toHaveValue("");
  const sent = log.filter(({ path }) => path === `POST ${PATH}`);
  expect(sent).toHaveLength(2);
  const name = ({ body }: { body: unknown }) => /clientId"\s+(\w+)/.exec(String(body))?.[1];
  expect(name(sent[0] ?? { body: "" })).toMatch(/^\w{32}$/);
  // The idempotency key stays until the answer has arrived.
  expect(sent.map(name)[1]).toBe(sent.map(name)[0]);
});

test("a draft is restored after a reload", async () => {
  mockServer({});
  const user = userEvent.setup();
  show(<AnswerForm id={7} label="Your answer" hint="Dev reads it." />);
  await user.type(screen.getByLabelText("Your answer"), "Half a sent");
  renderRoutes(
    [{ path: "/", element: <AnswerForm id={7} label="Again" hint="Dev reads it." /> }],
    "/",
  );
  expect(screen.getByLabelText("Again")).toHaveValue("Half a sent");
});

test.each([
  ["ana", "£4.08 to Dev, £8.27 back in your wallet"],
  ["dev", "£4.08 to you, £8.27 back to Ana"],
])("the decision shows amounts and reason to %s", (viewer, amounts) => {
  const decided: Schemas["Dispute"] = {
    ...dispute,
    status: "resolved",
    outcome: "split",
    provider_share: 33,
    reason: "Half of it was done.",
    resolved_at: "2026-03-03T10:00:00Z",
    settlement: { to_client: 8.27, to_provider: 4.08 },
  };
  show(<Decision dispute={decided} viewer={viewer} />);
  const section = screen.getByRole("region", { name: "The decision" });
  expect(section).toHaveTextContent(amounts);
  expect(section).toHaveTextContent("Half of it was done.");
});

test.each([
  ["release", "The booking counts as done"],
  ["refund", "The booking counts as not done"],
] as const)("the decision about a free booking speaks of no payment (%s)", (outcome, title) => {
  show(<Decision dispute={{ ...dispute, price: 0, status: "resolved", outcome }} viewer="ana" />);
  const heading = screen.getByRole("heading", { level: 3 });
  expect(heading).toHaveTextContent(new RegExp(`^${title}$`));
});

test("an open dispute has no decision", () => {
  show(<Decision dispute={dispute} viewer="ana" />);
  expect(screen.queryByRole("region")).toBeNull();
});
