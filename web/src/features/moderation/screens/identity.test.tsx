import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { KycCase } from "../components/kyc-case-card";
import { Component as Identity } from "./identity";

const passport: KycCase = {
  id: "p1",
  user_id: "u2",
  name: "Dev Kaur",
  document_url: "/api/settings/kyc/file/p1",
  kyc_id_type: "international-passport",
  created_at: "2026-03-02T10:00:00Z",
  approval_status: "pending",
  kyc_method: "identity",
  purged: false,
};
const picture = () => new Response("x", { headers: { "Content-Type": "image/jpeg" } });

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => "blob:paper");
  URL.revokeObjectURL = vi.fn();
});
afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["kyc"] }),
    "GET /api/admin/kyc": () => success([passport]),
    "GET /api/settings/kyc/file/p1": picture,
    ...answers,
  });
  renderRoutes([{ path: "/admin/identity", Component: Identity }], "/admin/identity");
  return { log, user: userEvent.setup() };
}

async function review(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole("button", { name: /^Review/ }));
  return within(await screen.findByRole("dialog"));
}

test("a document loads on request, and is released with the dialog", async () => {
  const { log, user } = open();
  await screen.findByText("International passport");
  expect(log.map(({ path }) => path)).not.toContain("GET /api/settings/kyc/file/p1");
  const dialog = await review(user);
  expect(await dialog.findByRole("img")).toHaveAttribute("src", "blob:paper");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:paper"));
});

test("rejecting needs a reason", async () => {
  const put = "PUT /api/admin/kyc/p1/reject";
  const { log, user } = open({
    [put]: () => success({ ...passport, approval_status: "rejected" }),
  });
  const dialog = await review(user);
  await user.click(dialog.getByRole("button", { name: "Reject…" }));
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await dialog.findByText("A reason is required")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason"), "Blurred");
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(log).toContainEqual({ path: put, body: { reason: "Blurred" } }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("nobody decides about their own document", async () => {
  const { user } = open({
    "PUT /api/admin/kyc/p1/approve": () => failure(403, "kyc.own_document", "Not your own."),
  });
  const dialog = await review(user);
  await user.click(dialog.getByRole("button", { name: "Approve" }));
  expect(await dialog.findByText("Not your own.")).toBeVisible();
});
