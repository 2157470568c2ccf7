import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { MailTrouble } from "./mail-trouble";

const trouble: Schemas["MailTrouble"] = {
  address: "ana@example.org",
  kind: "refused",
  paused: true,
  reason: "550 no such person",
  times: 2,
  since: "2026-03-02T10:00:00Z",
  last_at: "2026-03-03T10:00:00Z",
};

afterEach(() => vi.unstubAllGlobals());

function open(state: () => Schemas["MailState"]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["notifications"] }),
    "GET /api/settings/mail": () => success(state()),
    "POST /api/settings/mail/retry": () => success({}, "We will send mail again."),
  });
  renderRoutes(
    [
      {
        path: "/settings",
        element: (
          <>
            <h1>Settings</h1>
            <MailTrouble />
          </>
        ),
      },
    ],
    "/settings",
  );
  return { log, user: userEvent.setup() };
}

test("bouncing mail shows its reason until retried", async () => {
  let shown: Schemas["MailState"] = { trouble };
  const { user } = open(() => shown);
  expect(await screen.findByRole("heading", { name: /ana@example.org was refused/ })).toBeVisible();
  expect(screen.getByText(/550 no such person. Is the address right/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Change address" })).toHaveAttribute(
    "href",
    "/settings/profile",
  );
  shown = {};
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/was refused/)).not.toBeInTheDocument());
});

test("nothing shows while mail arrives", async () => {
  const { log } = open(() => ({}));
  await waitFor(() => expect(log.map(({ path }) => path)).toContain("GET /api/settings/mail"));
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});
