import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { MemberChecks } from "../vetting/member-checks";
import { Component as Checks } from "./checks";

const PATH = "/api/admin/checks";
const RECORDS = "/api/admin/check-records";
const dbs = {
  id: "dbs",
  title: "DBS check",
  about: "Bring your certificate.",
  valid_months: 36,
  badge: true,
  categories: ["childcare"],
};
const record = {
  user_id: "u2",
  name: "Ana Shah",
  check_id: "dbs",
  title: "DBS check",
  passed_on: "2026-03-02",
  expires_on: "2029-03-02",
  counts: true,
  note: "Seen by Iris",
  recorded_by: "Iris Wainwright",
  recorded_at: "2026-03-02T10:00:00Z",
};

afterEach(() => vi.unstubAllGlobals());

function open(Component: () => React.ReactNode, answers = {}) {
  const accessToken = fakeToken({ id: "u1", expiresIn: 900, role: "admin" });
  storeTokens({ accessToken, refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["skills", "vetting"] }),
    "GET /api/skills/get/categories": () =>
      success([
        { id: "childcare", title: "Childcare help", name: "Childcare" },
        { id: "errands", title: "Lifts & errands", name: "Errands" },
      ]),
    [`GET ${PATH}`]: () => success([dbs]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/checks", Component }], "/admin/checks");
  const sent = (call: string) => log.find(({ path }) => path === call)?.body;
  return { sent, user: userEvent.setup() };
}

test("a check is added with its categories, and what was typed survives a refusal", async () => {
  const { sent, user } = open(Checks, {
    [`POST ${PATH}`]: () => failure(409, "vetting.too_many", "There are 20 checks."),
  });
  expect(await screen.findByText("Needed for: Childcare help")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add a check" }));
  await user.type(screen.getByLabelText("Name"), "References");
  await user.type(screen.getByLabelText("Counts for this many months"), "121");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("120 months at most")).toBeVisible();
  await user.clear(screen.getByLabelText("Counts for this many months"));
  await user.click(screen.getByText(/^Needed for no categories/));
  await user.click(screen.getByRole("button", { name: "Lifts & errands" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("There are 20 checks.")).toBeVisible();
  expect(sent(`POST ${PATH}`)).toEqual({
    title: "References",
    about: "",
    badge: true,
    categories: ["errands"],
  });
  expect(screen.getByLabelText("Name")).toHaveValue("References");
});

test("checks of members are listed by their last day", async () => {
  const { user } = open(Checks, {
    [`GET ${RECORDS}`]: () => success([{ ...record, counts: false }]),
  });
  await user.click(await screen.findByRole("button", { name: "Running out" }));
  expect(await screen.findByText("DBS check, until 2 March 2029")).toBeVisible();
  expect(screen.getByText("Has run out")).toBeVisible();
});

test("a check of a member is recorded, and withdrawn for a reason", async () => {
  const { sent, user } = open(() => <MemberChecks userId="u2" />, {
    [`GET ${RECORDS}/u2`]: () => success([record]),
    [`PUT ${RECORDS}/u2/dbs`]: () => success(record),
    [`PUT ${RECORDS}/u2/dbs/withdraw`]: () => success(undefined),
  });
  expect(await screen.findByText(/counts until 2 March 2029/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Record it again/ }));
  await user.type(screen.getByLabelText(/^Note for admins/), "Shown again");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The check is recorded")).toBeVisible();
  expect(sent(`PUT ${RECORDS}/u2/dbs`)).toMatchObject({ note: "Shown again" });

  await user.click(screen.getByRole("button", { name: /^Withdraw/ }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "Lapsed");
  await user.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("The check is withdrawn")).toBeVisible();
  expect(sent(`PUT ${RECORDS}/u2/dbs/withdraw`)).toEqual({ reason: "Lapsed" });
});
