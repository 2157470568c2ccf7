import type { APIRequestContext } from "@playwright/test";
import { type Api, apiOf, offer, requestBooking } from "./support/api";
import { check } from "./support/axe";
import { logIn, mailed, newPerson, type Person, register } from "./support/people";
import { expect, test } from "./support/test";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the number of an accepted booking of a free offer. */
async function accepted(client: Api, provider: Api): Promise<number> {
  const skill = await offer(provider, "0");
  const at = new Date(Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS + DAY_MS / 2).toISOString();
  const booking = await requestBooking(client, skill, at);
  await provider.put(`/api/bookings/accept/${booking}`);
  return booking;
}

async function pair(request: APIRequestContext): Promise<[Person, Api, Api]> {
  const [client, provider] = [newPerson("Cleo"), newPerson("Pip")];
  await register(request, client);
  await register(request, provider);
  return [client, await apiOf(request, client), await apiOf(request, provider)];
}

test("a link in an email stops emails of its kind, without logging in", async ({
  page,
  request,
}) => {
  const [client, asClient, asProvider] = await pair(request);
  await accepted(asClient, asProvider);
  const link = await mailed(request, client.email, /\/unsubscribe\/\S+/);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Stop these emails?" })).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Stop all emails of this kind" }).click();
  await expect(page.getByRole("heading", { name: "These emails are off" })).toBeVisible();
  await check(page);
  const choices = await asClient.get<Record<string, boolean>>("/api/settings/notifications");
  expect(choices).toMatchObject({ orderUpdates: false, orderMessages: true });
  await page.goto(`${link.slice(0, -3)}xyz`);
  await expect(page.getByText("We do not know this link.")).toBeVisible();
});

test("a page asks whether a booking took place", async ({ page, request }) => {
  const [client, asClient, asProvider] = await pair(request);
  const booking = await accepted(asClient, asProvider);
  await asClient.put(`/api/demo/bookings/${booking}/skip`);
  await logIn(page, client, `/did-it-happen/${booking}?answer=yes`);
  await expect(page.getByRole("radio", { name: /took place/ })).toBeChecked();
  await check(page);
  await page.getByRole("button", { name: "Send my answer" }).click();
  await expect(page).toHaveURL(`/outward-progress/${booking}`);
  const seen = await asClient.get<{ status: string }>(`/api/bookings/${booking}`);
  expect(seen.status).toBe("completed");
  await page.goto(`/did-it-happen/${booking}`);
  await expect(page.getByText("This question has already been answered.")).toBeVisible();
  await check(page);
});
