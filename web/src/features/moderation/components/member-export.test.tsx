import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { MemberExport } from "./member-export";

const EXPORT = "/api/admin/members/ana/export";

afterEach(() => vi.unstubAllGlobals());

const none = { state: "none", done: 0, total: 0, entries: 0 };

function open(data: object, answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    [`GET ${EXPORT}`]: () => success(data),
    "GET /api/auth/second-factor": () => success({ enabled: false }),
    ...answers,
  });
  const member = { id: "ana", firstname: "Ana", lastname: "Ng" } as Schemas["Member"];
  const Component = () => <MemberExport member={member} />;
  renderRoutesWithToasts([{ path: "/", Component }], "/");
  return { log, user: userEvent.setup() };
}

test("an archive is asked for with a reason and the password", async () => {
  const { log, user } = open(none, { [`POST ${EXPORT}`]: () => success(none) });
  await user.click(await screen.findByRole("button", { name: "Ask for their data" }));
  await user.type(screen.getByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Make the archive" }));
  expect(await screen.findByText("A reason is required")).toBeVisible();
  await user.type(screen.getByLabelText("Reason"), "She asked by letter.");
  await user.click(screen.getByRole("button", { name: "Make the archive" }));
  const body = { currentPassword: "correct horse", reason: "She asked by letter." };
  await waitFor(() => expect(log).toContainEqual({ path: `POST ${EXPORT}`, body }));
});

test("a finished archive is downloaded with the password alone", async () => {
  const createObjectURL = vi.fn(() => "blob:x");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn() }));
  const ready = { ...none, state: "ready", bytes: 2_500_000, until: "2026-03-08T10:00:00Z" };
  const { user } = open(ready, { [`POST ${EXPORT}/download`]: () => new Response("zip") });
  expect(await screen.findByText(/The archive is ready: 2\.5 MB\./)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Download their data" }));
  expect(screen.queryByLabelText("Reason")).toBeNull();
  await user.type(screen.getByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByText("The data of Ana Ng is downloaded")).toBeVisible();
  expect(createObjectURL).toHaveBeenCalled();
});
