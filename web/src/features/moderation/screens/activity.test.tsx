import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Activity } from "./activity";

const counts = { exchanges: 31, hours: 44.5, members: 18 };
const report: Schemas["ActivityReport"] = {
  is_sample: false,
  total: counts,
  months: [
    { name: "2026-01", counts: {} },
    { name: "2026-02", counts: {} },
    { name: "2026-03", counts: { exchanges: 20, hours: 30, members: 12 } },
  ],
  categories: [{ name: "Plumbing", counts }],
  areas: [{ name: "Leeds", counts }],
};

beforeEach(() => vi.setSystemTime("2026-03-02T10:00:00Z"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the report at an address; returns what the server is asked for, and the router. */
function open(at = "/admin/report", answer: Schemas["ActivityReport"] = report) {
  const tokens = fakeToken({ id: "iris", expiresIn: 900, role: "admin" });
  storeTokens({ accessToken: tokens, refreshToken: "r" });
  const requests: string[] = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    if (!pathname.startsWith("/api/admin/")) return success({});
    requests.push(pathname + search);
    if (pathname === "/api/admin/activity.pdf") return failure(403, "auth.forbidden", "Not you.");
    return success(answer);
  });
  return { requests, router: renderRoutes([{ path: "/admin/report", Component: Activity }], at) };
}

test("the report has the last twelve months until others are chosen", async () => {
  const { requests, router } = open();
  const months = within(await screen.findByRole("table", { name: "By month" }));
  expect(requests).toEqual(["/api/admin/activity?from=2025-04&to=2026-03"]);
  expect(months.getByRole("row", { name: "All months 31 44.5 18" })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("First month"), "January 2026");
  await waitFor(() => expect(requests.at(-1)).toBe("/api/admin/activity?from=2026-01&to=2026-03"));
  expect(router.state.location.search).toBe("?from=2026-01&to=2026-03");
});

test("an end before the start moves the start", async () => {
  const { requests } = open("/admin/report?from=2026-02&to=2026-03");
  await screen.findByRole("table", { name: "By month" });
  await userEvent.selectOptions(screen.getByLabelText("Last month"), "January 2026");
  await waitFor(() => expect(requests.at(-1)).toBe("/api/admin/activity?from=2026-01&to=2026-01"));
});

test("more than twelve months in the URL become twelve", async () => {
  const { requests } = open("/admin/report?from=2024-06&to=2026-03");
  await screen.findByRole("table", { name: "By month" });
  expect(requests).toEqual(["/api/admin/activity?from=2025-04&to=2026-03"]);
});

test("what is withheld is said to be so", async () => {
  open();
  const months = within(await screen.findByRole("table", { name: "By month" }));
  expect(months.getByRole("row", { name: "January 2026 Not shown" })).toBeVisible();
  expect(months.getByRole("row", { name: "March 2026 20 30 12" })).toBeVisible();
  expect(screen.getByRole("table", { name: "By town" })).toBeVisible();
  expect(screen.getByText(/Numbers of 1 to 4 are not shown/)).toBeVisible();
});

test("months without an exchange have no tables", async () => {
  const none = { exchanges: 0, hours: 0, members: 0 };
  open("/admin/report", { ...report, total: none, categories: [], areas: [] });
  expect(await screen.findByText("Nothing in these months")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a download has the months, and says why it is refused", async () => {
  const { requests } = open("/admin/report?from=2026-01&to=2026-03");
  await userEvent.click(await screen.findByRole("button", { name: "Download as PDF" }));
  expect(await screen.findByText("Not you.")).toBeVisible();
  expect(requests).toContain("/api/admin/activity.pdf?from=2026-01&to=2026-03");
});
