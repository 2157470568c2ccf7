import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { exportDays } from "../audit/filter";
import { Component as Audit } from "./audit";

const entry: Schemas["AuditEntry"] = {
  id: "1",
  at: "2026-03-02T10:00:00Z",
  actor_id: "iris",
  actor_name: "Iris Holt",
  action: "auth.set_role",
  subject: "user:ana",
  subject_name: "Ana Shah",
  detail: "from member to moderator",
};

afterEach(() => vi.unstubAllGlobals());

/** Opens the log at an address; returns the queries that the server gets, and the router. */
function open(
  at: string,
  file: () => Response = () => new Response("csv"),
  entries: Schemas["AuditEntry"][] = [entry],
) {
  storeTokens({
    accessToken: fakeToken({ id: "iris", expiresIn: 900, role: "admin" }),
    refreshToken: "r",
  });
  const requests: string[] = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const { pathname, search, searchParams } = new URL(url);
    requests.push(pathname + search);
    if (pathname === "/api/admin/audit.csv") return file();
    return success(searchParams.get("actor") === "nobody" ? [] : entries);
  });
  return { requests, router: renderRoutes([{ path: "/admin/audit", Component: Audit }], at) };
}

test("an entry says who did what to whom, before and after", async () => {
  open("/admin/audit");
  expect(await screen.findByText("Iris Holt")).toBeVisible();
  expect(screen.getByText("changed a role")).toBeVisible();
  expect(screen.getByText("from member to moderator")).toBeVisible();
  expect(screen.getByRole("link", { name: "Ana Shah" })).toHaveAttribute(
    "href",
    "/user-profile/ana",
  );
});

test.each([
  ["contact:CxBmd5VwOrm_M66k_Jw", "contact CxBmd5VwOrm_M66k_Jw"],
  ["skill_name:axe_throwing", "skill name axe_throwing"],
  ["site_details", "site details"],
])("the subject %s is shown as %s", async (subject, words) => {
  open("/admin/audit", undefined, [{ ...entry, subject, subject_name: undefined }]);
  expect(await screen.findByText(words, { exact: false })).toBeVisible();
});

test("people without an entry are not shown by their ids", async () => {
  open("/admin/audit?actor=nobody&subject=user:01m8aw91667kdc2env5jwzzxwp");
  expect(await screen.findByText("Nothing matches")).toBeVisible();
  expect(screen.getByRole("button", { name: "By this person" })).toBeVisible();
  expect(screen.getByRole("button", { name: "About this member" })).toBeVisible();
});

test("the list is narrowed by an entry's people and widened again", async () => {
  const { requests, router } = open("/admin/audit");
  await userEvent.click(await screen.findByRole("button", { name: "Only by Iris Holt" }));
  await waitFor(() => expect(requests.at(-1)).toContain("actor=iris"));
  await userEvent.click(await screen.findByRole("button", { name: "Only about Ana Shah" }));
  await waitFor(() => expect(requests.at(-1)).toContain("subject=user%3Aana"));
  expect(router.state.location.search).toBe("?actor=iris&subject=user%3Aana");
  await userEvent.click(await screen.findByRole("button", { name: "By Iris Holt" }));
  await waitFor(() => expect(router.state.location.search).toBe("?subject=user%3Aana"));
});

test("kind and days are chosen in the filters", async () => {
  const { router } = open("/admin/audit");
  await userEvent.click(await screen.findByRole("button", { name: "Filter" }));
  await userEvent.selectOptions(screen.getByLabelText("Kind of action"), "Suspended a member");
  await userEvent.type(screen.getByLabelText("First day"), "2026-03-01");
  await waitFor(() =>
    expect(router.state.location.search).toBe("?action=auth.suspend&from=2026-03-01"),
  );
});

test("nothing found leads back to everything", async () => {
  const { router } = open("/admin/audit?actor=nobody");
  await userEvent.click(await screen.findByRole("button", { name: "Show everything" }));
  expect(router.state.location.search).toBe("");
  expect(await screen.findByText("Iris Holt")).toBeVisible();
});

test("the download has the filter, and says why it is refused", async () => {
  const message = "This choice has more than 10,000 entries. Choose fewer days.";
  const { requests } = open("/admin/audit?action=auth.set_role&from=2026-03-01&to=2026-03-31", () =>
    failure(422, "request.invalid", message),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Download as a table" }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(requests).toContain(
    "/api/admin/audit.csv?action=auth.set_role&from=2026-03-01&to=2026-03-31",
  );
});

test("without days, the year up to the last day is downloaded", () => {
  const now = new Date("2026-03-02T10:00:00Z");
  expect(exportDays({}, now)).toEqual({ from: "2025-03-03", to: "2026-03-02" });
  expect(exportDays({ to: "2025-12-31" }, now)).toEqual({ from: "2025-01-01", to: "2025-12-31" });
  expect(exportDays({ from: "2026-02-01" }, now)).toEqual({ from: "2026-02-01", to: "2026-03-02" });
});
