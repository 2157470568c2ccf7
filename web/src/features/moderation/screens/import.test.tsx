import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Import } from "./import";
import { Component as Imports } from "./imports";

const ready: Schemas["ImportInfo"] = {
  id: "i1",
  file_name: "members.csv",
  state: "ready",
  uploaded_by: "Iris Moss",
  uploaded_at: "2026-03-02T10:00:00Z",
  rows: 213,
  members: 212,
  left_out: 1,
  errors: 0,
  issue_count: 1,
  skills: 300,
  new_skill_names: 2,
  opening_sparks: 940.5,
  handled: 0,
  imported: 0,
  issues: [
    {
      row: 3,
      column: "Email",
      value: "maya@example.org",
      message: "This address has an account already, so the row is left out.",
      severity: "note",
    },
  ],
};
const failed: Schemas["ImportInfo"] = {
  ...ready,
  state: "failed",
  members: 0,
  errors: 1,
  issues: [
    {
      row: 19_999,
      column: "Email",
      value: "<script>alert(1)</script>",
      message: "This is not an email address.",
      severity: "error",
    },
  ],
};
const RUN = "PUT /api/admin/imports/i1/run";

function open(path: string, answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer(answers);
  const router = renderRoutes(
    [
      { path: "/admin/imports", Component: Imports },
      { path: "/admin/imports/:id", Component: Import },
    ],
    path,
  );
  return { log, router, user: userEvent.setup() };
}

test("a checked file says what will happen, and is imported", async () => {
  let item = ready;
  const { log, user } = open("/admin/imports/i1", {
    "GET /api/admin/imports/i1": () => success(item),
    [RUN]: () => {
      item = { ...ready, state: "done", handled: 212, imported: 212 };
      return success(item);
    },
  });
  expect(await screen.findByText("213 rows checked: 212 members to import.")).toBeVisible();
  expect(screen.getByText("212 members get an account, with 300 skills.")).toBeVisible();
  expect(screen.getByText(/gets no welcome sparks/)).toHaveTextContent("940.5");
  await user.click(screen.getByRole("button", { name: "Import 212 members" }));
  expect(await screen.findByText("212 members imported.")).toBeVisible();
  expect(log.filter(({ path }) => path === RUN)).toHaveLength(1);
});

test("a file with errors names each row, and cannot be imported", async () => {
  open("/admin/imports/i1", { "GET /api/admin/imports/i1": () => success(failed) });
  expect(await screen.findByText("Row 19999")).toBeVisible();
  expect(screen.getByText("<script>alert(1)</script>")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
});

test("a refused start says why", async () => {
  const busy = () => failure(409, "imports.busy", "Another import is running.");
  const { user } = open("/admin/imports/i1", {
    "GET /api/admin/imports/i1": () => success(ready),
    [RUN]: busy,
  });
  await user.click(await screen.findByRole("button", { name: "Import 212 members" }));
  expect(await screen.findByText("Another import is running.")).toBeVisible();
});

test("deleting asks first, and leads back to the list", async () => {
  const { router, user } = open("/admin/imports/i1", {
    "GET /api/admin/imports": () => success([]),
    "GET /api/admin/imports/i1": () => success(failed),
    "DELETE /api/admin/imports/i1": () => success(null),
  });
  await user.click(await screen.findByRole("button", { name: "Delete this file" }));
  const sure = await screen.findByRole("dialog", { name: "Delete this file?" });
  await user.click(within(sure).getByRole("button", { name: "Delete it" }));
  expect(await screen.findByText("No files yet")).toBeVisible();
  expect(router.state.location.pathname).toBe("/admin/imports");
});

test("the list shows each file with its outcome", async () => {
  open("/admin/imports", { "GET /api/admin/imports": () => success([ready]) });
  expect(await screen.findByRole("link", { name: "members.csv" })).toHaveAttribute(
    "href",
    "/admin/imports/i1",
  );
  expect(screen.getByText("212 members to import")).toBeVisible();
});
