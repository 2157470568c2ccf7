import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component } from "./agreements";

const GET = "GET /api/admin/agreements";
const ASK = "PUT /api/admin/agreements/2/ask";

const texts = [{ name: "terms", title: "House rules", version: "def" }];
const request = {
  changes: "We close at nine.",
  asked_at: "2026-03-10T10:00:00Z",
  due_at: "2026-03-24T10:00:00Z",
};
const edition = (number: number): Schemas["AgreementEdition"] => ({
  edition: number,
  texts,
  seen_at: "2026-03-02T10:00:00Z",
});
const overview: Schemas["AgreementOverview"] = {
  current: 2,
  editions: [edition(2), edition(1)],
  agreed: 3,
  members: 10,
};

afterEach(() => vi.unstubAllGlobals());

function open(answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({ [GET]: () => success(overview), ...answers });
  renderRoutesWithToasts([{ path: "/admin/agreements", Component }], "/admin/agreements");
  return { log, user: userEvent.setup() };
}

test("members are asked once, after a confirmation", async () => {
  const requested = { ...overview, editions: [{ ...edition(2), request }, edition(1)] };
  const { log, user } = open({ [ASK]: () => success(requested) });
  expect(await screen.findByText("3 of 10 members have agreed to them.")).toBeVisible();
  const send = screen.getByRole("button", { name: "Ask members to accept again" });
  await user.click(send);
  expect(await screen.findByText("Say in a few words what has changed")).toBeVisible();
  await user.type(screen.getByLabelText("What has changed"), " We close at nine. ");
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(send);
  const sure = await screen.findByRole("dialog", { name: "Ask all members now?" });
  await user.click(within(sure).getByRole("button", { name: "Ask members" }));
  expect(await screen.findByText(/Members are asked since 10 March 2026/)).toBeVisible();
  expect(screen.queryByLabelText("What has changed")).toBeNull();
  expect(log.find(({ path }) => path === ASK)?.body).toEqual({
    changes: "We close at nine.",
    days: 15,
  });
});

test("a refusal shows beside the form", async () => {
  const { user } = open({
    [ASK]: () => failure(409, "auth.agreement_asked", "Members have been asked already."),
  });
  await user.type(await screen.findByLabelText("What has changed"), "Hours.");
  await user.click(screen.getByRole("button", { name: "Ask members to accept again" }));
  await user.click(await screen.findByRole("button", { name: "Ask members" }));
  expect(await screen.findByText("Members have been asked already.")).toBeVisible();
});
