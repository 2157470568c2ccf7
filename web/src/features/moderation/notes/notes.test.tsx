import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Tasks } from "../components/tasks";
import { MemberNotes } from "./notes";

const NOTES = "GET /api/admin/members/ana/notes";
const ADD = "POST /api/admin/members/ana/notes";

const note: Schemas["StaffNote"] = {
  id: "n1",
  user_id: "ana",
  user_name: "Ana Shah",
  text: "Ring after the first exchange",
  author_id: "iris",
  author_name: "Iris Holt",
  created_at: "2026-03-02T09:00:00Z",
  due: "2026-03-04",
};

beforeEach(() => vi.setSystemTime("2026-03-02T10:00:00Z"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof mockServer>[0], id = "iris", role = "moderator") {
  storeTokens({ accessToken: fakeToken({ id, expiresIn: 900, role }), refreshToken: "r" });
  const log = mockServer(answers);
  const Component = () => (
    <>
      <Tasks />
      <MemberNotes userId="ana" />
    </>
  );
  renderRoutesWithToasts([{ path: "/", Component }], "/");
  return { log, user: userEvent.setup() };
}

test("a note with a day becomes a task", async () => {
  const { log, user } = open({ [NOTES]: () => success([]), [ADD]: () => success(note) });
  expect(await screen.findByText("No notes yet.")).toBeVisible();
  await user.type(screen.getByLabelText("Note"), "Ring her ");
  await user.type(screen.getByLabelText(/To be done by/), "2026-03-04");
  await user.click(screen.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(screen.getByLabelText("Note")).toHaveValue(""));
  const body = log.find(({ path }) => path === ADD)?.body;
  expect(body).toEqual({ text: "Ring her", due: "2026-03-04" });
});

test("an empty note is not sent, and what the server refuses is said at its field", async () => {
  const refusal = () => failure(422, "request.invalid", "No.", { due: "Choose a later day." });
  const { log, user } = open({ [NOTES]: () => success([]), [ADD]: refusal });
  await user.click(await screen.findByRole("button", { name: "Save note" }));
  await waitFor(() =>
    expect(screen.getByLabelText("Note")).toHaveAccessibleDescription(/Please fill this in/),
  );
  expect(log.some(({ path }) => path === ADD)).toBe(false);
  await user.type(screen.getByLabelText("Note"), "Ring her");
  await user.click(screen.getByRole("button", { name: "Save note" }));
  expect(await screen.findByText("Choose a later day.")).toBeVisible();
});

test("a task names the member, and can be marked as done", async () => {
  const done = "PUT /api/admin/tasks/n1/finish";
  const { log, user } = open({
    "GET /api/admin/tasks": () => success([note]),
    [NOTES]: () => success([]),
    [done]: () => success({ ...note, done_at: "2026-03-02T10:00:00Z" }),
  });
  expect(await screen.findByText("Ana Shah")).toBeVisible();
  expect(screen.getByText(/^Due .*4 March 2026\./)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Done/ }));
  await waitFor(() => expect(log.some(({ path }) => path === done)).toBe(true));
});

test("colleagues do not delete each other's notes", async () => {
  open({ [NOTES]: () => success([{ ...note, done_at: note.created_at }]) }, "mo");
  expect(await screen.findByText(note.text)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Done/ })).toBeNull();
});
