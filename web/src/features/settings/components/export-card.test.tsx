import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { ExportCard } from "./export-card";

const EXPORT = "/api/settings/export";

afterEach(() => vi.unstubAllGlobals());

const archive = { state: "none", done: 0, total: 0, entries: 0 };
const ready = {
  ...archive,
  state: "ready",
  done: 9,
  total: 9,
  entries: 120,
  bytes: 2_500_000,
  until: "2026-03-08T10:00:00Z",
};

function open(data: object, answers: Parameters<typeof mockServer>[0] = {}) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    [`GET ${EXPORT}`]: () => success(data),
    "GET /api/auth/second-factor": () => success({ enabled: false }),
    ...answers,
  });
  renderRoutes([{ path: "/settings/data", Component: ExportCard }], "/settings/data");
  return log;
}

test("an archive is asked for with the password, and its progress is shown", async () => {
  const log = open(archive, {
    [`POST ${EXPORT}`]: () =>
      success({ ...archive, state: "writing", done: 3, total: 9, entries: 40 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Ask for my data" }));
  await userEvent.click(screen.getByRole("button", { name: "Make my archive" }));
  expect(await screen.findByText("Your password is required")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Your password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Make my archive" }));
  expect(await screen.findByText(/Step 3 of 9, 40 entries so far/)).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAttribute("value", "3");
  expect(log).toContainEqual({
    path: `POST ${EXPORT}`,
    body: { currentPassword: "correct horse" },
  });
});

test("a wrong password is told, and nothing is downloaded", async () => {
  const createObjectURL = vi.fn();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL }));
  open(ready, {
    [`POST ${EXPORT}/download`]: () =>
      failure(422, "auth.wrong_password", "The password is wrong.", { password: "Wrong." }),
  });
  expect(await screen.findByText(/120 entries, 2.5 MB/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Download my data" }));
  await userEvent.type(screen.getByLabelText("Your password"), "nonsense");
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByText("The password is wrong.")).toBeVisible();
  expect(createObjectURL).not.toHaveBeenCalled();
});

test.each([
  ["failed", /could not be made/],
  ["expired", /has been deleted/],
])("after an archive that is %s, one can be asked for again", async (state, words) => {
  open({ ...archive, state });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByRole("button", { name: "Ask for my data" })).toBeVisible();
});
