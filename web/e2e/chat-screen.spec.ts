import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { apiOf, befriend } from "./support/api";
import { check, fills } from "./support/axe";
import { arrive, box, message, messages, write } from "./support/chat";
import { doubleLetters } from "./support/letters";
import { newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

/*
 * The screen of a conversation: it fills the window at every size, and scrolls to the right place
 * on arrival and after sending.
 */

/** Returns Ana's phone, with `count` messages from Dev. */
async function meet(browser: Browser, request: APIRequestContext, count: number) {
  const [ana, dev] = [newPerson("Ana", "Reader"), newPerson("Dev", "Writer")];
  for (const person of [ana, dev]) await register(request, person);
  const { page: his, id: senderId } = await arrive(browser, dev);
  await his.close();
  const { page, id: receiverId } = await arrive(browser, ana);
  const api = await apiOf(request, dev);
  await befriend([api, senderId], [await apiOf(request, ana), receiverId]);
  const say = (content: string) => api.post("/api/message", { senderId, receiverId, content });
  for (let at = 1; at <= count; at += 1) await say(`This is line ${at} of many.`);
  return { page, path: `/chat/${senderId}`, say };
}

const bars = (page: Page) =>
  page.locator("header, nav").filter({ hasNot: page.getByRole("heading") });

test("a conversation fills a window of any size", { tag: "@nightly" }, async ({
  browser,
  request,
}) => {
  test.slow();
  const { page, path } = await meet(browser, request, 15);
  for (const [width, height] of [
    [360, 740],
    [320, 300],
    [720, 400],
    [768, 1024],
    [1280, 400],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(messages(page).getByText("line 15")).toBeAttached();
    await check(page);
    await expect(box(page, "Dev")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
    // Neither wheel nor touch scrolls the page as a whole.
    await page.getByRole("heading", { level: 1 }).hover();
    await page.mouse.wheel(0, 500);
    await box(page, "Dev").hover();
    await page.mouse.wheel(0, 500);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
  // A phone shows nothing but the conversation.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(bars(page).filter({ visible: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Back to messages" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await fills(page);
  await page.context().close();
});

test("doubled text leaves room to write", { tag: "@nightly" }, async ({ browser, request }) => {
  const { page, path } = await meet(browser, request, 15);
  await doubleLetters(page);
  for (const [width, height] of [
    [360, 740],
    [640, 400],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(messages(page).getByText("line 15")).toBeAttached();
    await fills(page);
    await expect(box(page, "Dev")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
  }
  await page.context().close();
});

test("the thread opens at the first new message, and the title counts them", async ({
  browser,
  request,
}) => {
  const { page, path, say } = await meet(browser, request, 15);
  await page.goto("/bookings");
  await expect(page).toHaveTitle(/^\(15\) Bookings · /);
  await page.goto(path);
  const line = page.getByRole("heading", { name: "New messages" });
  await expect(line).toBeInViewport();
  await expect(message(page, "line 1 of")).toBeInViewport();
  await expect(message(page, "line 15")).not.toBeInViewport();
  await check(page);
  // A message counts as read only after it has been in view.
  await expect(page).toHaveTitle(/^\(15\) Dev Writer · /);
  await page.getByRole("button", { name: /^Newest messages/ }).click();
  await expect(message(page, "line 15")).toBeInViewport();
  await expect(page).toHaveTitle(/^Dev Writer · /);
  await say("And one more.");
  await expect(message(page, "one more")).toBeInViewport();
  await write(page, "Dev", "I have read it all.");
  await expect(line).toBeHidden();
  await page.context().close();
});

test("sending a picture scrolls to it", async ({ browser, request }) => {
  const { page, path } = await meet(browser, request, 30);
  await page.goto(path);
  await page.getByRole("button", { name: /^Newest messages/ }).click();
  await expect(message(page, "line 30")).toBeInViewport();
  for (let sent = 1; sent <= 3; sent += 1) {
    const buffer = await page.screenshot();
    const picture = { name: "tap.png", mimeType: "image/png", buffer };
    await page.locator("input[type=file]").setInputFiles(picture);
    await messages(page).hover();
    await page.mouse.wheel(0, -300);
    await expect(page.getByRole("button", { name: /^Newest messages/ })).toBeVisible();
    await page.getByRole("button", { name: "Send" }).click();
    const pictures = page.getByRole("button", { name: "Your picture, show it large" });
    await expect(pictures).toHaveCount(sent);
    await expect(pictures.last().locator("img")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: /^Newest messages/ })).toBeHidden();
  }
  await page.context().close();
});
