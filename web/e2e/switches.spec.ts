import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { administrator, earner } from "./support/admin";
import { logIn } from "./support/people";
import { startSiteFromBackup } from "./support/site-from-backup";
import { expect, test } from "./support/test";

/*
 * A site with parts switched off still makes sense: no link leads to a missing page, no screen asks
 * the server for what is switched off, and nothing fails. One walk switches off all that can be;
 * `E2E_SWITCHES=all` also walks with each switch in turn.
 */

const MODULES = [
  "bookings",
  "chat",
  "community",
  "delegation",
  "imports",
  "kyc",
  "moderation",
  "notifications",
  "payments",
  "payouts",
  "settings",
  "skills",
  "timebank",
  "vetting",
  "wallet",
];
/** Modules that need another one, which cannot be switched off alone. */
const NEEDED_BY: Record<string, string[]> = { skills: ["bookings"] };
const MODES = ["gift", "tokens", "cash+tokens"];

const off = (modules: string[]) => ({ SPARKYARD_MODULES__DISABLED: JSON.stringify(modules) });
const SWITCHES: [string, Record<string, string>][] = [
  ["all modules off", off(MODULES)],
  ...(process.env.E2E_SWITCHES === "all"
    ? [
        ...MODULES.map((name): [string, Record<string, string>] => [
          `${name} off`,
          off([name, ...(NEEDED_BY[name] ?? [])]),
        ]),
        ...MODES.map((mode): [string, Record<string, string>] => [
          `mode ${mode}`,
          { SPARKYARD_SITE__MODE: mode },
        ]),
      ]
    : []),
];

const ROUTES: string[] = JSON.parse(readFileSync("routes.json", "utf8"));
const PATTERNS = ROUTES.map((route) => ({
  route,
  matches: new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`),
}));
/** Pages visited per route with a parameter. */
const PER_ROUTE = 2;

/** Returns the links to other screens; asks again if the page moves on meanwhile. */
async function linksOf(page: Page): Promise<string[]> {
  let links: string[] = [];
  await expect(async () => {
    links = await page
      .locator("a[href^='/']:not([download]):not([target='_blank'])")
      .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  }).toPass();
  return links;
}

/** Walks all screens, and returns what is wrong with them. */
async function walk(page: Page, start: string): Promise<string[]> {
  const faults: string[] = [];
  let path = start;
  page.on("response", async (response) => {
    const status = response.status();
    const called = new URL(response.url()).pathname;
    if (status >= 500) faults.push(`${path}: ${called} answers ${status}`);
    if (status !== 404 || !called.startsWith("/api/")) return;
    const body = await response.text().catch(() => "");
    if (body.includes("module.disabled")) faults.push(`${path}: asks for ${called}`);
  });
  page.on("pageerror", (error) => faults.push(`${path}: ${error.message}`));

  const linked = new Map<string, string>([[start, ""]]);
  const typed = new Set(ROUTES.filter((route) => !route.includes(":")));
  const visits = new Map<string, number>();
  const next = () => {
    for (const [link, from] of linked) {
      linked.delete(link);
      typed.delete(link);
      const { pathname } = new URL(link, "http://site");
      const found = PATTERNS.find(({ matches }) => matches.test(pathname));
      const seen = visits.get(found?.route ?? pathname) ?? 0;
      visits.set(found?.route ?? pathname, seen + 1);
      if (seen < (found?.route.includes(":") ? PER_ROUTE : 1)) return { link, from };
    }
    for (const link of typed) {
      typed.delete(link);
      if (!visits.has(link)) return { link, from: undefined };
    }
    return undefined;
  };

  for (let visit = next(); visit; visit = next()) {
    path = visit.link;
    await page.goto(path);
    await expect(page.locator("h1").first(), path).toBeVisible();
    await expect(page.locator("main [aria-busy='true']"), path).toHaveCount(0);
    const missing = await page.getByRole("heading", { level: 1 }).first().textContent();
    const isMissing = /switched off here$|^We can't find that page$/.test(missing ?? "");
    if (isMissing && visit.from !== undefined) faults.push(`${visit.from}: links to ${path}`);
    if (isMissing) continue;
    for (const link of await linksOf(page)) {
      const href = link.replace(/#.*/, "");
      const isScreen = href !== "" && !/^\/(api|docs|files|assets)\b|\.\w+$/.test(href);
      if (isScreen && !linked.has(href)) linked.set(href, path);
    }
  }
  return faults;
}

for (const [name, settings] of SWITCHES) {
  test(`every screen makes sense with ${name}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const site = await startSiteFromBackup(settings);
    const open = async () => (await browser.newContext({ baseURL: site.url })).newPage();
    try {
      const visitor = await open();
      expect.soft(await walk(visitor, "/"), "as a visitor").toEqual([]);
      for (const [role, login] of Object.entries({ member: earner(), admin: administrator() })) {
        const page = await open();
        await logIn(page, login);
        expect.soft(await walk(page, "/explore"), `as ${role}`).toEqual([]);
      }
    } finally {
      await site.stop();
    }
  });
}
