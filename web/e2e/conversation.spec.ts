import type { APIRequestContext, Page } from "@playwright/test";
import { apiOf, befriend, token } from "./support/api";
import { check } from "./support/axe";
import { provider } from "./support/bookings";
import { arrive, box, message, messages, texts, write } from "./support/chat";
import { dateInDays, fillRequest } from "./support/journey";
import { newPerson, type Person, register } from "./support/people";
import { expect, test } from "./support/test";

/*
 * Two neighbours in one conversation, each on a phone: messages and bookings, live, and over
 * networks that fail and return.
 */

/** Timeout that only a page with an event stream can meet. */
const SOON = { timeout: 8_000 };

/** Signs in Dev, who offers plumbing for nothing, and Ana, each on a phone of their own. */
async function meet(
  browser: Parameters<typeof arrive>[0],
  request: APIRequestContext,
): Promise<{ ana: Someone; dev: Someone; path: string }> {
  const { person, path } = await provider(request, "0");
  const client = newPerson("Ana", "Client");
  await register(request, client);
  const ana = { ...(await arrive(browser, client)), person: client };
  const dev = { ...(await arrive(browser, person)), person };
  return { ana, dev, path };
}

interface Someone {
  page: Page;
  id: string;
  person: Person;
}

/** Requests two hours of Dev's time, as the form does. */
async function ask(request: APIRequestContext, { person }: Someone, path: string): Promise<void> {
  const query = new URLSearchParams(path.split("?")[1]);
  const response = await request.post("/api/bookings", {
    headers: { Authorization: `Bearer ${await token(request, person)}` },
    multipart: {
      skills_id: query.get("skill") ?? "",
      booked_user_id: query.get("user") ?? "",
      description: "The kitchen tap drips even when shut tight.",
      booking_location: "14 Crown Street, Leeds, LS2 7DG",
      booking_date: `${dateInDays(3)}T10:30:00Z`,
      payment_method: "none",
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

const card = (page: Page) => messages(page).getByRole("article", { name: /^Booking: Plumbing/ });

test("a booking runs from request to review inside the conversation", async ({
  browser,
  request,
}) => {
  test.slow();
  const { ana, dev, path } = await meet(browser, request);
  await ana.page.goto(`/chat/${dev.id}`);
  await ana.page.getByRole("button", { name: "Ask for help" }).click();
  await expect(box(ana.page, "Dev")).toHaveValue("Hello Dev, could you help me with ");
  await check(ana.page);
  await write(ana.page, "Dev", "Hello Dev, could you help me with a tap?");
  await dev.page.goto(`/chat/${ana.id}`);
  await expect(message(dev.page, "with a tap")).toBeVisible();

  // The request arrives while both watch, and Dev answers it in the thread.
  await ask(request, ana, path);
  await expect(card(dev.page)).toContainText("Ana asked you for Plumbing", SOON);
  await expect(card(ana.page)).toContainText("You asked Dev for Plumbing", SOON);
  await expect(card(dev.page)).toBeInViewport();
  await check(dev.page);
  await check(ana.page);
  await write(dev.page, "Ana", "I can do that.");
  await card(dev.page).getByRole("button", { name: "Accept" }).click();
  await expect(card(dev.page)).toContainText("You accepted Plumbing");
  await expect(card(ana.page)).toContainText("Dev accepted Plumbing", SOON);
  await expect(message(ana.page, "You asked Dev for Plumbing")).toBeVisible();
  await check(ana.page);

  // The booking continues below later messages.
  await card(ana.page).getByRole("button", { expanded: false }).click();
  await check(ana.page);
  await card(ana.page).getByRole("button", { name: "Skip to the visit" }).click();
  await card(ana.page).getByRole("button", { name: "Start Service" }).click();
  await expect(card(dev.page)).toContainText("Ana started Plumbing", SOON);
  await card(ana.page).getByRole("button", { name: "Mark Complete" }).click();
  await ana.page.getByRole("button", { name: "Yes, it's done" }).click();
  await expect(message(dev.page, "Ana confirmed that Plumbing is done")).toBeVisible(SOON);
  await expect(ana.page).toHaveURL(`/chat/${dev.id}`);
  await check(ana.page);
  await card(ana.page).getByRole("link", { name: "Leave a review" }).click();
  await ana.page.getByRole("radio", { name: /^5 stars/ }).focus();
  await ana.page.keyboard.press("Space");
  await ana.page.getByLabel("Comments").fill("Came on time and left no puddle.");
  await ana.page.getByRole("radio", { name: "No", exact: true }).check();
  await ana.page.getByLabel(/^What happened/).fill("He stayed too long.");
  await check(ana.page);
  await ana.page.getByRole("button", { name: "Submit review" }).click();
  await expect(message(dev.page, "Ana gave you 5 stars for Plumbing")).toBeVisible(SOON);
  await expect(message(dev.page, "left no puddle")).toBeVisible();
  await check(dev.page);

  // Both phones show the same order, also after a reload.
  const seen = [
    /^Hello Dev, could you/,
    /asked .* for Plumbing/,
    /^I can do that/,
    /accepted Plumbing/,
    /started Plumbing/,
    /confirmed that Plumbing is done/,
    /gave .* 5 stars for Plumbing/,
  ];
  await ana.page.goto(`/chat/${dev.id}`);
  await dev.page.reload();
  for (const page of [ana.page, dev.page]) {
    await expect(message(page, "5 stars for Plumbing")).toBeVisible();
    const lines = await texts(page);
    expect(lines).toHaveLength(seen.length);
    for (const [at, line] of seen.entries()) expect(lines[at]).toMatch(line);
  }

  // Dev replies on his profile, where he sees nothing of the private answer.
  await dev.page.goto(`/user-profile/${dev.id}`);
  await dev.page.getByRole("button", { name: /^Reply/ }).click();
  await dev.page.getByLabel("Your reply").fill("A pleasure, Ana.");
  await check(dev.page);
  await dev.page.getByRole("button", { name: "Publish reply" }).click();
  await expect(dev.page.getByText("A pleasure, Ana.")).toBeVisible();
  await expect(dev.page.getByText("He stayed too long.")).toBeHidden();
  await check(dev.page);
  await ana.page.goto(`/user-profile/${dev.id}`);
  await expect(ana.page.getByText("A pleasure, Ana.")).toBeVisible();
  await check(ana.page);
});

test("messages written offline arrive once, in one order", async ({ browser, request }) => {
  test.slow();
  const { ana, dev, path } = await meet(browser, request);
  await ana.page.goto(`/chat/${dev.id}`);
  await write(ana.page, "Dev", "Hello Dev, my kitchen tap drips.");
  await dev.page.goto(`/chat/${ana.id}`);
  await expect(message(dev.page, "kitchen tap")).toBeVisible();
  for (const { page } of [ana, dev]) await page.context().setOffline(true);
  await write(ana.page, "Dev", "Saturday is fine");
  await write(dev.page, "Ana", "Shall I come on Saturday?");
  await write(ana.page, "Dev", "At ten?");
  await write(dev.page, "Ana", "Or on Sunday?");
  await expect(message(ana.page, "At ten?")).toContainText("Waiting to be sent");
  await expect(message(dev.page, "Or on Sunday?")).toContainText("Waiting to be sent");
  await ask(request, ana, path);

  await dev.page.context().setOffline(false);
  await expect(message(dev.page, "Or on Sunday?")).toContainText("Sent", { timeout: 30_000 });
  await ana.page.context().setOffline(false);
  for (const { page } of [ana, dev]) {
    for (const text of ["Saturday is fine", "At ten?", "Shall I come", "Or on Sunday?"]) {
      await expect(message(page, text)).toHaveCount(1, { timeout: 30_000 });
    }
    await expect(card(page)).toHaveCount(1, { timeout: 30_000 });
  }
  await expect(message(ana.page, "At ten?")).toContainText("Read", { timeout: 20_000 });
  const textsOf = async (page: Page) =>
    (await texts(page)).filter((text) => !text.includes("Plumbing"));
  const order = await textsOf(ana.page);
  expect(order).toHaveLength(5);
  expect(await textsOf(dev.page)).toEqual(order);
  const places = ["Saturday is fine", "At ten?"].map((text) => order.indexOf(text));
  expect(places[0]).toBeLessThan(places[1] ?? 0);
});

test("nothing is lost or doubled with a network a quarter of the time", {
  tag: "@nightly",
}, async ({ browser, request }) => {
  test.setTimeout(240_000);
  const { ana, dev, path } = await meet(browser, request);
  await dev.page.goto(`/chat/${ana.id}`);
  await ana.page.goto(path);
  await fillRequest(ana.page, dateInDays(4));

  // A network for thirty seconds of every two minutes, six times as fast.
  const context = ana.page.context();
  let arrived = false;
  const train = (async () => {
    while (!arrived) {
      await context.setOffline(true);
      await dev.page.waitForTimeout(15_000);
      await context.setOffline(false);
      await dev.page.waitForTimeout(5_000);
    }
  })();

  const sent = ana.page.getByRole("button", { name: "See this booking" });
  const pressOn = ana.page.getByRole("button", { name: "Book Now" });
  await expect(async () => {
    if (!(await sent.isVisible())) await pressOn.last().click({ timeout: 1_000 });
    await expect(sent).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await expect(card(dev.page)).toBeVisible({ timeout: 20_000 });
  await card(dev.page).getByRole("button", { name: "Accept" }).click();

  await expect(async () => {
    await ana.page.goto(`/chat/${dev.id}`, { timeout: 10_000 });
    await expect(box(ana.page, "Dev")).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  const lines = [
    "Thank you for taking this on, Dev.",
    "I am on the train.",
    "See you then.",
    "Bye!",
  ];
  for (const text of lines) {
    await write(ana.page, "Dev", text);
    await ana.page.waitForTimeout(2_500);
  }
  await write(dev.page, "Ana", "Have a good journey.");
  const all = [...lines, "Have a good journey."];
  for (const page of [dev.page, ana.page]) {
    for (const text of all) {
      await expect(message(page, text)).toHaveCount(1, { timeout: 90_000 });
    }
    await expect(card(page)).toHaveCount(1);
    await expect(card(page)).toContainText("accepted Plumbing", { timeout: 60_000 });
  }
  arrived = true;
  await train;

  const own = async (page: Page) => (await texts(page)).filter((text) => lines.includes(text));
  for (const page of [dev.page, ana.page]) {
    await expect.poll(() => own(page), { timeout: 20_000 }).toEqual(lines);
  }
  const bookings = await request.get("/api/bookings/get/user/outward", {
    headers: { Authorization: `Bearer ${await token(request, ana.person)}` },
  });
  const { data } = (await bookings.json()) as { data: { status: string }[] };
  expect(data.map(({ status }) => status)).toEqual(["accepted"]);
});

test("a found message is shown in its place", async ({ browser, request }) => {
  test.slow();
  const { ana, dev } = await meet(browser, request);
  const [hers, his] = [await apiOf(request, ana.person), await apiOf(request, dev.person)];
  await befriend([hers, ana.id], [his, dev.id]);
  for (let at = 1; at <= 120; at += 1) {
    const content = at === 12 ? "The ladder is behind the shed." : `Line ${at} of many.`;
    await hers.post("/api/message", { senderId: ana.id, receiverId: dev.id, content });
  }
  const { page } = dev;
  await page.goto("/messages");
  await page.getByRole("searchbox", { name: "Search messages" }).fill("ladder");
  await page.getByRole("link", { name: /Ana Client.*ladder/ }).click();
  await expect(page).toHaveURL(`/chat/${ana.id}?message=12`);
  await expect(message(page, "ladder")).toBeInViewport();
  await expect(message(page, "ladder")).toBeFocused();
  await expect(message(page, "Line 120 of many.")).toBeHidden();
  await check(page);

  // Scrolling reaches the beginning and the end without a gap.
  await message(page, "Line 11 of many.").hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2_000);
    await expect(message(page, "Line 1 of many.")).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    await expect(message(page, "Line 120 of many.")).toBeInViewport({ timeout: 500 });
  }).toPass();
  const lines = await texts(page);
  expect(lines).toHaveLength(120);
  expect(new Set(lines).size).toBe(120);
  expect(lines[11]).toBe("The ladder is behind the shed.");

  // In a link opened again, one press leads to the newest message.
  await page.reload();
  await expect(message(page, "ladder")).toBeInViewport();
  await page.getByRole("button", { name: /^Newest messages/ }).click();
  await expect(message(page, "Line 120 of many.")).toBeInViewport();
  await expect(page).toHaveURL(`/chat/${ana.id}`);
});
