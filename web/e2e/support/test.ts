import { test as base } from "@playwright/test";
import { newPerson, type Person, register } from "./people";

/** Console messages that fail any test. */
const FORBIDDEN = /Content Security Policy|Refused to|Uncaught|Minified React error/;

interface Fixtures {
  /** Fails the test when the page's console shows an error that would affect a user. */
  quietConsole: undefined;
  /** Closes the browser contexts that the test opened: pages of signed-in people keep polling. */
  nothingLeftOpen: undefined;
}

interface WorkerFixtures {
  /** A member, registered once for all tests of a worker. */
  member: Person;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        if (FORBIDDEN.test(message.text())) complaints.push(message.text());
      });
      await use(undefined);
      test.expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  nothingLeftOpen: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const others = browser.contexts().filter((opened) => opened !== context);
      await Promise.all(others.map((opened) => opened.close()));
    },
    { auto: true },
  ],
  member: [
    async ({ playwright }, use, workerInfo) => {
      const baseURL = workerInfo.project.use.baseURL;
      const request = await playwright.request.newContext({ baseURL });
      const person = newPerson("Mo");
      await register(request, person);
      await request.dispose();
      await use(person);
    },
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";

/**
 * Leaves a test to the nightly form unless it is for the `usual` one of several cases; each case
 * shows the same behaviour in another place.
 */
export function variation<Case>(here: Case, usual: Case): { tag: string[] } {
  return { tag: here === usual ? [] : ["@nightly"] };
}
