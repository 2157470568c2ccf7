import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { type APIRequestContext, type Browser, expect, type Page, request } from "@playwright/test";
import { enterCredentials, logIn, newPerson, type Person, register } from "./people";
import { firstLine } from "./program";
import { freePort } from "./server";

const ADMIN: Person = {
  firstname: "Ada",
  lastname: "Host",
  email: "ada@example.org",
  password: "Ada likes long walks",
};
const SCRIPT = readFileSync(resolve("e2e/support/stripe.js"), "utf8");

/** Stripe's test cards: one that pays, one that is declined, one that asks its holder. */
export const PAYS = "4242 4242 4242 4242";
export const DECLINED = "4000 0000 0000 0002";
export const ASKS_HOLDER = "4000 0027 6000 3184";
/** Pays, and is disputed by its holder. */
export const DISPUTED = "4000 0000 0000 0259";

/** Pays with a card in Stripe's form. */
export async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel("Card number").fill(card);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

export interface CardSite {
  url: string;
  /** Lets a page load the stand-ins for Stripe's script and API. */
  prepare: (page: Page) => Promise<void>;
  /** Sends requests to it. */
  request: APIRequestContext;
  /** Registers a member. */
  join: (firstname: string) => Promise<Person>;
  /** Opens a page of a member, in a browser of their own. */
  open: (browser: Browser, person: Person, path: string) => Promise<Page>;
  /** Signs its admin in. */
  signIn: (page: Page) => Promise<void>;
  /** Accepts the only open dispute, as the host does in Stripe's dashboard: it is lost then. */
  acceptDispute: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts a real community that takes cards, beside the sample community, which takes none, and the
 * stand-in for Stripe. `E2E_STRIPE` names the program of the latter.
 */
export async function startCardSite(): Promise<CardSite> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const program = resolve(process.env.E2E_STRIPE ?? "../target/debug/sparkyard-fake-stripe");
  const stripe = spawn(program, [`${url}/api/payments/stripe/webhook`]);
  const settings: Record<string, string> = JSON.parse(await firstLine(stripe, /^\{/));
  const place = resolve(process.env.E2E_DATA ?? "../target/browser-data");
  // Workers run at the same time, each with a site of its own.
  const data = `${place}-cards-${process.env.TEST_WORKER_INDEX}`;
  rmSync(data, { recursive: true, force: true });
  const binary = resolve(process.env.E2E_BINARY ?? "../target/debug/sparkyard");
  const names = Object.entries(settings).map(([key, value]) => [
    `SPARKYARD_PAYMENTS__${key}`,
    value,
  ]);
  const server = spawn(binary, ["serve", "--listen", new URL(url).host, "--data-dir", data], {
    env: {
      ...process.env,
      ...Object.fromEntries(names),
      SPARKYARD_SITE__MODE: "cash+tokens",
      SPARKYARD_BOOKINGS__NOTICE_MINUTES: "0",
      SPARKYARD_BOOKINGS__PAID_AFTER_MINUTES: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const link = new URL(await firstLine(server, /^http/));
  const secret = link.searchParams.get("secret") ?? link.hash.slice(1);
  const answer = await fetch(`${url}/api/auth/setup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret, ...ADMIN }),
  });
  if (!answer.ok) throw new Error(`the site could not be set up: ${await answer.text()}`);

  const prepare = async (page: Page) => {
    await page.route("https://js.stripe.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
    );
    await page.route("https://api.stripe.com/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      const passed = await fetch(`${settings.API_URL}${pathname}`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: route.request().postData(),
      });
      const headers = { "access-control-allow-origin": "*" };
      await route.fulfill({ headers, contentType: "application/json", body: await passed.text() });
    });
  };
  const signIn = async (page: Page) => {
    await prepare(page);
    await page.goto(`${url}/login`);
    await enterCredentials(page, ADMIN);
    await page.waitForURL((address) => address.pathname !== "/login");
  };
  const acceptDispute = async () => {
    const headers = { authorization: `Bearer ${settings.SECRET_KEY}` };
    const listed = await fetch(`${settings.API_URL}/v1/disputes?limit=1`, { headers });
    const { data } = await listed.json();
    const path = `${settings.API_URL}/v1/disputes/${data[0].id}/close`;
    const accepted = await fetch(path, { method: "POST", headers });
    if (!accepted.ok) throw new Error(`the dispute was not accepted: ${await accepted.text()}`);
  };
  const requests = await request.newContext({ baseURL: url });
  const join = async (firstname: string) => {
    const person = newPerson(firstname);
    await register(requests, person, "Leeds", (_, email) => mailedCode(`${data}/outbox`, email));
    return person;
  };
  const open = async (browser: Browser, person: Person, path: string) => {
    const page = await (await browser.newContext({ baseURL: url })).newPage();
    await prepare(page);
    await logIn(page, person, path);
    return page;
  };
  const stop = async () => {
    server.kill();
    stripe.kill();
    await requests.dispose();
  };
  return { url, prepare, request: requests, join, open, signIn, acceptDispute, stop };
}

/** Returns the code mailed to `email`, from the folder `outbox`; waits, since mail takes a moment. */
async function mailedCode(outbox: string, email: string): Promise<string> {
  let found: string | undefined;
  const look = () => {
    const mails = readdirSync(outbox).map((name) => readFileSync(`${outbox}/${name}`, "utf8"));
    const mail = mails.find((text) => text.includes(email));
    found = mail?.match(/^Subject: (\d{4}) is your /m)?.[1];
    return found;
  };
  await expect.poll(look, `code mailed to ${email}`).toBeDefined();
  return found ?? "";
}
