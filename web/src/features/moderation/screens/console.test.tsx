import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { Component as Console } from "./console";
import { Component as Ledger } from "./ledger";
import { Component as Overview } from "./overview";

const MODULES = ["moderation", "bookings", "skills", "kyc", "wallet", "payouts", "site", "auth"];
const WARNINGS = [
  { topic: "mail", problem: "Mails do not leave.", remedy: "Name a mail server." },
  { topic: "backup", problem: "There is no backup.", remedy: "Make one." },
];

afterEach(() => vi.unstubAllGlobals());

interface Given {
  role?: string;
  modules?: string[];
  mode?: string;
  waiting?: Partial<Schemas["Waiting"]>;
  warnings?: typeof WARNINGS;
  answers?: Parameters<typeof mockServer>[0];
}

function open(
  at: string,
  {
    role = "admin",
    modules = MODULES,
    mode = "cash+tokens",
    waiting = {},
    warnings = WARNINGS,
    answers = {},
  }: Given = {},
) {
  storeTokens({ accessToken: fakeToken({ expiresIn: 900, role }), refreshToken: "r" });
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules, mode }),
    "GET /api/auth/second-factor": () => success({ enabled: false, required: false }),
    "GET /api/admin/tasks": () => success([]),
    "GET /api/admin/history": () => success([]),
    "GET /api/admin/overview": () => success({ members: 60, skills: 7 }),
    "GET /api/admin/waiting": () => success({ applicants: 0, reports: 0, ...waiting }),
    "GET /api/admin/set-up": () => success({ warnings }),
    "GET /api/admin/wallet/ledger-check": () => success({ running: false }),
    ...answers,
  });
  const router = renderRoutes(
    [
      {
        path: "/admin",
        Component: Console,
        children: [
          { index: true, Component: Overview },
          { path: "/admin/members", element: <p>The members</p> },
          { path: "/admin/contact", element: <p>The messages</p> },
          { path: "/admin/disputes/:id", element: <p>The dispute</p> },
          { path: "/admin/ledger", Component: Ledger },
          { path: "/admin/set-up", element: <p>The set-up</p> },
        ],
      },
    ],
    at,
  );
  return Object.assign(log, { router });
}

test("every section shows its pending count, in a fixed order", async () => {
  open("/admin", { waiting: { disputes: 2, documents: 1, skills: 0 } });
  const nav = within(await screen.findByRole("navigation", { name: "Admin" }));
  expect(await nav.findByRole("link", { name: "Disputes, 2 to decide" })).toBeVisible();
  expect(nav.getByRole("link", { name: "Identity, 1 to decide" })).toBeVisible();
  expect(nav.getByRole("link", { name: "Skills" })).toBeVisible();
  expect(nav.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/admin",
    "/admin/disputes",
    "/admin/reports",
    "/admin/appeals",
    "/admin/posts",
    "/admin/contact",
    "/admin/identity",
    "/admin/skills",
    "/admin/members",
    "/admin/clusters",
    "/admin/cash",
    "/admin/withdrawals",
    "/admin/ledger",
    "/admin/replies",
    "/admin/site",
    "/admin/categories",
    "/admin/words",
    "/admin/agreements",
    "/admin/online-safety",
    "/admin/report",
    "/admin/audit",
  ]);
});

test("sections stand in named groups, and empty groups are left out", async () => {
  open("/admin", { role: "moderator" });
  const nav = within(await screen.findByRole("navigation", { name: "Admin" }));
  const decide = within(await nav.findByRole("list", { name: "Decide" }));
  expect(decide.getByRole("link", { name: "Reports" })).toBeVisible();
  const people = within(nav.getByRole("list", { name: "People" }));
  expect(people.getByRole("link", { name: "Members" })).toBeVisible();
  expect(nav.queryByRole("list", { name: "Set up" })).toBeNull();
});

test("the menu names the current section and the sum of what waits, and opens by keyboard", async () => {
  open("/admin", { waiting: { disputes: 2, applicants: 3 } });
  const menu = await screen.findByRole("button", { name: "Section: Overview, 5 to decide" });
  expect(menu).toHaveAttribute("aria-expanded", "false");
  const user = userEvent.setup();
  menu.focus();
  await user.keyboard("{Enter}");
  expect(menu).toHaveAttribute("aria-expanded", "true");
  await user.tab();
  await waitFor(() => expect(screen.getByRole("link", { name: "Overview" })).toHaveFocus());
  await user.keyboard("{Escape}");
  expect(menu).toHaveAttribute("aria-expanded", "false");
  await waitFor(() => expect(menu).toHaveFocus());
});

test("following a link of the menu closes it", async () => {
  open("/admin");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /^Section: Overview/ }));
  const nav = within(screen.getByRole("navigation", { name: "Admin" }));
  await user.click(nav.getByRole("link", { name: "Members" }));
  expect(await screen.findByText("The members")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Section: Members/ })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
});

test("pages about pounds are hidden where none are used", async () => {
  open("/admin", { mode: "tokens", waiting: { disputes: 2 } });
  const nav = within(await screen.findByRole("navigation", { name: "Admin" }));
  expect(await nav.findByRole("link", { name: "Disputes, 2 to decide" })).toBeVisible();
  expect(nav.queryByRole("link", { name: "Cash" })).toBeNull();
  expect(nav.queryByRole("link", { name: "Withdrawals" })).toBeNull();
});

test("pending items come before the figures", async () => {
  open("/admin", { waiting: { disputes: 1, applicants: 3 }, warnings: [] });
  const waiting = within(await screen.findByRole("region", { name: "Waiting for you" }));
  const links = waiting.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/admin/disputes", "/admin/members?status=pending"]);
  expect(waiting.getByText("dispute")).toBeVisible();
  expect(waiting.getByText("people who ask to join")).toBeVisible();
  const list = waiting.getByRole("heading").closest("section") as HTMLElement;
  const figure = screen.getByText("Skills on offer");
  expect(list.compareDocumentPosition(figure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("contact messages wait for moderators, too", async () => {
  open("/admin", { role: "moderator", waiting: { messages: 2 } });
  const nav = within(await screen.findByRole("navigation", { name: "Admin" }));
  expect(await nav.findByRole("link", { name: "Contact, 2 to decide" })).toBeVisible();
  const waiting = within(screen.getByRole("region", { name: "Waiting for you" }));
  const link = await waiting.findByRole("link", { name: /contact messages$/ });
  expect(link).toHaveAttribute("href", "/admin/contact");
});

test("empty queues say so", async () => {
  open("/admin");
  expect(await screen.findByText("Nothing is waiting.")).toBeVisible();
});

test("a failed count shows an error with a retry", async () => {
  let broken = true;
  const waitingOrNot = () =>
    broken ? failure(500, "server.internal") : success({ applicants: 3, reports: 0 });
  open("/admin", { warnings: [], answers: { "GET /api/admin/waiting": waitingOrNot } });
  const waiting = within(await screen.findByRole("region", { name: "Waiting for you" }));
  expect(await waiting.findByRole("alert")).toHaveTextContent("Message of server.internal");
  broken = false;
  await userEvent.click(waiting.getByRole("button", { name: "Try again" }));
  expect(await waiting.findByRole("link", { name: /^3 ?people who ask to join$/ })).toBeVisible();
  expect(waiting.queryByRole("alert")).toBeNull();
});

test("an admin sees set-up warnings, and a notice on every page", async () => {
  open("/admin");
  const missing = within(
    await screen.findByRole("region", { name: "Your site is not ready for others" }),
  );
  expect(missing.getByText("Mails do not leave.")).toBeVisible();
  expect(missing.getByText("Make one.")).toBeVisible();
  expect(missing.getByRole("link", { name: "Send a test email" })).toHaveAttribute(
    "href",
    "/admin/site",
  );
});

test("outside the overview one line links to the warnings", async () => {
  open("/admin/members");
  const line = await screen.findByRole("link", { name: /not ready for others: 2 things/ });
  expect(line).toHaveAttribute("href", "/admin");
});

test("moderators see no set-up warnings", async () => {
  const log = open("/admin", { role: "moderator" });
  expect(await screen.findByText("Nothing is waiting.")).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain("GET /api/admin/set-up");
});

const links = async () => {
  const nav = within(await screen.findByRole("navigation", { name: "Admin" }));
  return nav.getAllByRole("link").map((link) => link.getAttribute("href"));
};

test("without moderation the console opens at the first section that there is", async () => {
  const modules = ["auth", "site", "skills"];
  const log = open("/admin", { modules });
  expect(await screen.findByText("The messages")).toBeVisible();
  expect(log.router.state.location.pathname).toBe("/admin/contact");
  expect(await links()).toEqual([
    "/admin/contact",
    "/admin/skills",
    "/admin/site",
    "/admin/categories",
    "/admin/words",
    "/admin/agreements",
  ]);
  expect(await screen.findByRole("link", { name: /not ready for others/ })).toHaveAttribute(
    "href",
    "/admin/site",
  );
  const paths = log.map(({ path }) => path);
  expect(paths).not.toContain("GET /api/admin/waiting");
  expect(paths).not.toContain("GET /api/admin/overview");
});

test("without moderation an admin can set the site up, and has no list of members", async () => {
  const modules = ["auth", "site"];
  const { router } = open("/admin/set-up", { modules });
  expect(await screen.findByText("The set-up")).toBeVisible();
  expect(screen.getByRole("link", { name: "Site" })).toHaveAttribute("aria-current", "page");
  await act(() => router.navigate("/admin/members"));
  expect(await screen.findByText("This part is switched off here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to Contact" })).toBeVisible();
});

test("a moderator is told which pages are for admins, and nothing is asked", async () => {
  const log = open("/admin/ledger", { role: "moderator" });
  expect(await screen.findByText("This is for admins")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to Overview" })).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain("GET /api/admin/wallet/ledger");
  for (const path of ["/admin/disputes/7", "/admin/set-up"]) {
    await act(() => log.router.navigate(path));
    expect(screen.getByText("This is for admins")).toBeVisible();
  }
  await act(() => log.router.navigate("/admin/members"));
  expect(await screen.findByText("The members")).toBeVisible();
});

test("the column scrolls to the current section", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    if (this.tagName === "NAV") return new DOMRect(0, 0, 100, 760);
    return new DOMRect(0, this.getAttribute("href") === "/admin/ledger" ? 900 : 300, 100, 36);
  });
  const { router } = open("/admin");
  const nav = await screen.findByRole("navigation", { name: "Admin" });
  expect(nav.scrollTop).toBe(0);
  await act(() => router.navigate("/admin/ledger"));
  expect(nav.scrollTop).toBeGreaterThanOrEqual(936 - 760);
});
