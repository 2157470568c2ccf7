import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { MailTroubles } from "./mail-troubles";

const ana: Schemas["MemberMailTrouble"] = {
  id: "u2",
  name: "Ana Kaur",
  trouble: {
    address: "ana@example.org",
    kind: "refused",
    paused: true,
    reason: "550 <script>no such person</script>",
    times: 3,
    since: "2026-03-02T10:00:00Z",
    last_at: "2026-03-03T10:00:00Z",
  },
};

afterEach(() => vi.unstubAllGlobals());

function open(list: Schemas["MemberMailTrouble"][]) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role: "admin" }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["notifications"] }),
    "GET /api/admin/mail-troubles": () => success(list),
  });
  renderRoutes([{ path: "/admin/members", Component: MailTroubles }], "/admin/members");
  return log;
}

test("members with bouncing mail are listed with the error", async () => {
  open([ana]);
  expect(
    await screen.findByRole("heading", { name: "Emails that were not delivered" }),
  ).toBeVisible();
  expect(screen.getByText("Ana Kaur")).toBeVisible();
  expect(screen.getByText(/550 <script>no such person<\/script>/)).toBeVisible();
  expect(screen.getByText(/3 emails, the last on/)).toBeVisible();
});

test("the list is absent while all mail arrives", async () => {
  const log = open([]);
  const request = "GET /api/admin/mail-troubles";
  await waitFor(() => expect(log.map(({ path }) => path)).toContain(request));
  expect(screen.queryByText("Emails that were not delivered")).not.toBeInTheDocument();
});
