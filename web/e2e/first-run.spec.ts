import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { check } from "./support/axe";
import { logIn, newPerson, register } from "./support/people";
import { firstLine } from "./support/program";
import { freePort } from "./support/server";
import { expect, test } from "./support/test";

let server: ChildProcess | undefined;

test.afterEach(() => {
  server?.kill();
  server = undefined;
});

/** Starts a server on an empty folder; returns its set-up link. */
async function firstStart(): Promise<string> {
  const place = resolve(process.env.E2E_DATA ?? "../target/browser-data");
  const data = `${place}-first-${process.env.TEST_WORKER_INDEX}`;
  rmSync(data, { recursive: true, force: true });
  const binary = resolve(process.env.E2E_BINARY ?? "../target/debug/sparkyard");
  const listen = `127.0.0.1:${await freePort()}`;
  server = spawn(binary, ["serve", "--listen", listen, "--data-dir", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return firstLine(server, /^http/);
}

test("the set-up link leads from an empty folder to a named community", async ({ page }) => {
  await page.goto(await firstStart());
  await page.getByLabel("Email").fill("iris@example.org");
  await page.getByLabel("First name").fill("Iris");
  await page.getByLabel("Last name").fill("Host");
  await page.getByLabel("Phone").fill("07700 900123");
  await page.getByLabel("Password", { exact: true }).fill("Iris likes long walks");
  await page.getByRole("button", { name: "Create admin account" }).click();

  await expect(page.getByText("step 1 of 6")).toBeVisible();
  await check(page);
  const save = page.getByRole("button", { name: "Save and continue" });
  await page.getByLabel("Name", { exact: true }).fill("Calder Swap");
  await page.getByLabel("Town", { exact: true }).fill("Leeds");
  await page.getByLabel(/^Contact/).fill("post@example.org");
  await save.click();

  await expect(page.getByRole("heading", { name: "How neighbours pay each other" })).toBeFocused();
  await page.getByRole("radio", { name: /^Nothing/ }).check();
  await check(page);
  await save.click();

  await expect(page.getByRole("heading", { name: "Who may join" })).toBeFocused();
  await page.getByRole("radio", { name: /^By invitation/ }).check();
  await page.getByLabel("Sparks for each newcomer").fill("4.5");
  await check(page);
  await save.click();

  // Whoever closes the browser here goes on at the same step.
  await expect(page.getByRole("heading", { name: "Do emails arrive?" })).toBeFocused();
  await page.goto(new URL("/admin", page.url()).href);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByText("step 4 of 6")).toBeVisible();
  await page.getByRole("button", { name: "Send a test email" }).click();
  await expect(page.getByText(/written to a file/)).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByText("Only people at this machine can open your site.")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByText("There is no backup", { exact: false }).first()).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
  await expect(page.getByText("Finish setting up your site")).toBeHidden();

  const site = await page.request.get(new URL("/api/site", page.url()).href);
  expect((await site.json()).data).toMatchObject({
    name: "Calder Swap",
    default_city: "Leeds",
    contact: "post@example.org",
    mode: "gift",
    registration: "invite",
  });
});

test("invitation cards fit on one sheet of A4", async ({ page, request }) => {
  const inviter = newPerson("Ines");
  await register(request, inviter);
  await logIn(page, inviter, "/settings/invite");
  await page.getByRole("link", { name: "Print cards" }).click();
  await expect(page.getByRole("heading", { name: "Invitation cards" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Invitation:" })).toHaveCount(8);
  await expect(page.getByRole("img", { name: /\/signup\?ref=/ }).first()).toBeVisible();
  await check(page);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
