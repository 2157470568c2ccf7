import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component } from "./online-safety";

const GET = "GET /api/admin/online-safety";
const LIST = "GET /api/admin/online-safety/assessments";
const ASSESS = "POST /api/admin/online-safety/assessments";

const none = { received: 0, acted: 0, dismissed: 0, open: 0, late: 0 };
const harms: Schemas["HarmToAssess"][] = [
  { harm: "hate", title: "Hate", example: "Insults.", measures: "Members can report it." },
  { harm: "fraud", title: "Fraud", example: "False names.", measures: "Payments are held." },
];
const fresh: Schemas["OnlineSafety"] = {
  facts: [{ name: "Members", value: "12" }],
  harms,
  reports: [],
  appeals: none,
};
const risk = (harm: "hate" | "fraud") =>
  ({ harm, level: "low", evidence: "We meet.", measures: "We talk." }) as const;
const made: Schemas["RiskAssessment"] = {
  id: "one",
  responsible: "Iris Example",
  children_likely: false,
  children_note: "Members are 18 or over.",
  risks: [risk("hate"), { ...risk("fraud"), level: "high" }],
  facts: [],
  made_by: "Iris Example",
  made_at: "2025-03-02T10:00:00Z",
  due_at: "2026-03-02T10:00:00Z",
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function open(safety: Schemas["OnlineSafety"], answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    [GET]: () => success(safety),
    [LIST]: () => success([made]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/online-safety", Component }], "/admin/online-safety");
  return { log, user: userEvent.setup() };
}

/** Fills in what has no proposal. */
async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  const write = async (field: HTMLElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  await write(await screen.findByLabelText(/Who answers/), "Iris Example");
  await user.selectOptions(screen.getByLabelText("Are children likely to use it?"), "No");
  await write(screen.getByLabelText("Why you think so"), "Members are 18 or over.");
  for (const { title } of harms) {
    const harm = within(screen.getByRole("group", { name: title }));
    await user.selectOptions(harm.getByLabelText("Risk"), "Low");
    await write(harm.getByLabelText(/^Why/), "We meet.");
  }
}

const store = () => screen.findByRole("button", { name: "Store the assessment" });

test("the first assessment starts from the proposals", async () => {
  const { log, user } = open(fresh, { [ASSESS]: () => success(made) });
  expect(await screen.findByText("Nothing was reported in the last year.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Begin the assessment" }));
  await fillIn(user);
  await user.click(await store());
  expect(await screen.findByRole("button", { name: "Begin the assessment" })).toBeVisible();
  expect(log.find(({ path }) => path === ASSESS)?.body).toEqual({
    responsible: "Iris Example",
    children_likely: false,
    children_note: "Members are 18 or over.",
    risks: [
      { harm: "hate", level: "low", evidence: "We meet.", measures: "Members can report it." },
      { harm: "fraud", level: "low", evidence: "We meet.", measures: "Payments are held." },
    ],
  });
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith("riskAssessment"))).toEqual([]);
});

test("all but a negligible risk needs measures", async () => {
  const { log, user } = open(fresh);
  await user.click(await screen.findByRole("button", { name: "Begin the assessment" }));
  const hate = within(await screen.findByRole("group", { name: "Hate" }));
  await user.selectOptions(hate.getByLabelText("Risk"), "High");
  await user.clear(hate.getByLabelText(/do about/));
  await user.click(await store());
  expect(await screen.findByText("Say who answers for the safety of the site")).toBeVisible();
  expect(hate.getByText("Say what you do about it")).toBeVisible();
  await user.selectOptions(hate.getByLabelText("Risk"), "Negligible");
  await user.click(await store());
  await waitFor(() => expect(hate.queryByText("Say what you do about it")).toBeNull());
  expect(log.some(({ path }) => path === ASSESS)).toBe(false);
});

test("what was typed survives leaving the form, and a refusal", async () => {
  const { user } = open(fresh, {
    [ASSESS]: () =>
      failure(422, "request.invalid", "Please check.", { "risks.1.evidence": "Too long." }),
  });
  await user.click(await screen.findByRole("button", { name: "Begin the assessment" }));
  await fillIn(user);
  await user.click(screen.getByRole("button", { name: "Later" }));
  await user.click(screen.getByRole("button", { name: "Begin the assessment" }));
  expect(screen.getByLabelText(/Who answers/)).toHaveValue("Iris Example");
  await user.click(await store());
  const fraud = within(screen.getByRole("group", { name: "Fraud" }));
  expect(await fraud.findByText("Too long.")).toBeVisible();
  expect(fraud.getByLabelText(/^Why/)).toHaveValue("We meet.");
});

test("an assessment that is due again and late complaints are shown", async () => {
  const late = { received: 3, acted: 1, dismissed: 1, open: 1, late: 2 };
  const { user } = open({
    ...fresh,
    latest: made,
    reports: [{ reason: "spam", tally: late }],
    appeals: { ...none, received: 1, open: 1 },
  });
  expect(await screen.findByText(/It has been due again since 2 March 2026/)).toBeVisible();
  expect(screen.getByText("Fraud").closest("li")).toHaveTextContent("High");
  const row = screen.getByRole("row", { name: /Advertising/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["3", "1", "1", "1", "2"]);
  expect(screen.getByRole("row", { name: /Appeals/ })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Download as PDF" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Review it" }));
  expect(screen.getByLabelText("Why you think so")).toHaveValue("Members are 18 or over.");
});
