import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import type { KycDocument } from "../kinds";
import { Component as Identification } from "../screens/identification";

const DONE = "Operation completed successfully!";

const passport: KycDocument = {
  id: "p1",
  document_url: "/api/settings/kyc/file/p1",
  kyc_id_type: "international-passport",
  created_at: "2026-03-02T10:00:00Z",
  approval_status: "rejected",
  kyc_method: "identity",
  rejection_reason: "The photo is blurred.",
  purged: false,
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof mockServer>[0] = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  let documents = [passport];
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["kyc"] }),
    "GET /api/settings/kyc/get/identity": () => success(documents),
    "GET /api/settings/kyc/status": () => success({ retention_days: 90 }),
    "DELETE /api/settings/kyc/delete/identity/p1": () => {
      documents = [];
      return success(null, DONE);
    },
    ...answers,
  });
  renderRoutes(
    [{ path: "/settings/kyc/identification", Component: Identification }],
    "/settings/kyc/identification",
  );
  return { log, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

test("a rejected document gives the reason and a retry", async () => {
  const { user } = open();
  const row = within(await screen.findByRole("article"));
  expect(row.getByText("Rejected")).toBeVisible();
  expect(row.getByText("The photo is blurred.")).toBeVisible();
  Element.prototype.scrollIntoView = vi.fn();
  await user.click(row.getByRole("button", { name: "Upload again" }));
  expect(screen.getByRole("radio", { name: "International passport" })).toBeChecked();
});

test("both missing fields are reported at once", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Upload" }));
  expect(screen.getByText("Please select an ID type")).toBeVisible();
  expect(screen.getByText("Please upload an ID document")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Residence permit" })).toHaveFocus();
});

test("choosing and removing a picture keeps the focus, announced", async () => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:picture");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  const { user } = open();
  const group = within(await screen.findByRole("group", { name: "Picture of your ID" }));
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (input) await user.upload(input, new File(["x"], "passport.jpg", { type: "image/jpeg" }));
  expect(await group.findByRole("button", { name: "Remove passport.jpg" })).toHaveFocus();
  expect(group.getByRole("status")).toHaveTextContent("passport.jpg chosen");
  await user.keyboard("{Enter}");
  expect(group.getByRole("button", { name: "Choose a picture" })).toHaveFocus();
  expect(group.getByRole("status")).toHaveTextContent("Picture removed");
});

test("a deletion is confirmed first, then reported for three seconds", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: /^Delete/ }));
  const sure = within(await screen.findByRole("dialog"));
  await user.click(sure.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(DONE)).toBeVisible();
  expect(await screen.findByText(/^Nothing yet/)).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(screen.getByText(DONE)).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(screen.queryByText(DONE)).toBeNull());
});

test("a failed deletion keeps the document and says so", async () => {
  const { user } = open({
    "DELETE /api/settings/kyc/delete/identity/p1": () => failure(404, "kyc.not_found", "Gone"),
  });
  await user.click(await screen.findByRole("button", { name: /^Delete/ }));
  const sure = within(await screen.findByRole("dialog"));
  await user.click(sure.getByRole("button", { name: "Delete" }));
  expect(await sure.findByText("Gone")).toBeVisible();
  expect(screen.queryByText(DONE)).toBeNull();
});
