import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Appeals } from "./appeals";

const appeal: Schemas["Appeal"] = {
  id: "a1",
  kind: "suspension",
  subject_id: "u2",
  user: { id: "u2", name: "Rex Hill" },
  text: "It was <b>mine</b>.",
  sent_at: "2026-03-03T10:00:00Z",
  decision_reason: "Sells what is not theirs.",
  decision_by: { id: "u3", name: "Iris Moss" },
  decision_at: "2026-03-02T10:00:00Z",
  in_force: true,
  may_decide: true,
};
const PATH = "/api/admin/appeals";
const LIST = `GET ${PATH}`;

afterEach(() => vi.unstubAllGlobals());

function open(given: Partial<Schemas["Appeal"]>, answers = {}) {
  storeTokens({
    accessToken: fakeToken({ id: "u1", expiresIn: 900, role: "moderator" }),
    refreshToken: "r",
  });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["moderation"] }),
    [LIST]: () => success([{ ...appeal, ...given }]),
    "GET /api/admin/claims/appeals": () => success([]),
    ...answers,
  });
  renderRoutesWithToasts([{ path: "/admin/appeals", Component: Appeals }], "/admin/appeals");
  return { log, user: userEvent.setup() };
}

test("a decision is reversed with a reason from the replies", async () => {
  const put = `PUT ${PATH}/a1/decide`;
  const reply = (id: string, queue: string) => ({
    id,
    queue,
    title: `For ${queue}`,
    text: "Sorry.",
  });
  const { log, user } = open(
    {},
    {
      [put]: () => success(appeal),
      "GET /api/admin/replies": () => success([reply("r1", "appeals"), reply("r2", "skills")]),
    },
  );
  expect(await screen.findByText("It was <b>mine</b>.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Decide ?the appeal/ }));
  await user.click(screen.getByRole("radio", { name: /Reverse the decision/ }));
  await user.click(screen.getByRole("button", { name: "Reverse it" }));
  expect((await screen.findAllByText("A reason is required")).length).toBeGreaterThan(0);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Reason");
  await user.type(field, "Yes, .");
  field.setSelectionRange(5, 5);
  await user.click(screen.getByRole("button", { name: /^Use a reply/ }));
  await user.click(await screen.findByRole("button", { name: /For appeals/ }));
  expect(field).toHaveValue("Yes, Sorry..");
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.queryByRole("button", { name: /For skills/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Reverse it" }));
  expect(await screen.findByText("Rex Hill has been told")).toBeVisible();
  const body = { decision: "overturn", reason: "Yes, Sorry.." };
  expect(log.find(({ path }) => path === put)?.body).toEqual(body);
});

test("an applicant reads the answer by their link", async () => {
  open({ kind: "application", user: { id: "u9" } });
  expect(await screen.findByRole("heading", { name: "Application declined" })).toBeVisible();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /^Decide ?the appeal/ }));
  expect(screen.getByLabelText("Reason")).toHaveAccessibleDescription(/link in their email/);
});

test("a removed message is read in its report", async () => {
  open({ kind: "message", report_id: "r7" });
  const link = await screen.findByRole("link", { name: "Read the report" });
  expect(link).toHaveAttribute("href", "/admin/reports/r7");
});

test("whoever took the decision reads that somebody else looks at it", async () => {
  open({ may_decide: false, decision_by: { id: "u1", name: "Mo Lane" } });
  expect(await screen.findByText(/somebody else looks at it again/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /Rex Hill/ })).not.toBeInTheDocument();
});

test("the outcome says when nobody else could look at it", async () => {
  const by = { id: "u3", name: "Iris Moss" };
  const at = "2026-03-04T10:00:00Z";
  open({ outcome: { overturned: false, reason: "It stands.", by, same_person: true, at } });
  expect(await screen.findByText("It stands.")).toBeVisible();
  expect(screen.getByText(/who had decided, as nobody else could/)).toBeVisible();
});
