import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { sampleServers } from "./e2e/support/server";

/**
 * Paths on Debian; elsewhere Playwright's own browser is used. Tests take a sixth less time in the
 * one without windows.
 */
const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/*
 * Browser tests against the real server with its embedded client. `npm run e2e` starts the program
 * that `cargo build` made with a sample community, and stops it. To test another server, set
 * `E2E_URL`, and `E2E_LOGINS` to the file with the sample logins in its data directory. `CHROMIUM`
 * names the browser.
 */
const webServer = process.env.E2E_URL ? undefined : await sampleServers();

/*
 * Tests tagged `@nightly` show in a browser what component tests show, or a journey in other
 * circumstances. They run only with `E2E_NIGHTLY`, and then alone.
 */
const nightly = Boolean(process.env.E2E_NIGHTLY);
const chosen = nightly ? { grep: /@nightly/ } : { grepInvert: /@nightly/ };

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: "100%",
  forbidOnly: Boolean(process.env.CI),
  // A retry is recorded, and reported as flaky: it shows a race without failing the run.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  webServer,
  use: {
    baseURL: process.env.E2E_URL,
    locale: "en-GB",
    timezoneId: "Europe/London",
    // Tests that observe requests must not get answers from a service worker.
    serviceWorkers: "block",
    // Animations are rendered in software, on processors that have other work.
    contextOptions: { reducedMotion: "reduce" },
    // Recording a test takes as long as the test.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? CHROMIUM.find((path) => existsSync(path)),
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
      testIgnore: /wide\.spec\.ts$/,
      ...chosen,
    },
    {
      name: "wide",
      use: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
      // Behaviour is independent of the screen; only these tests depend on its layout.
      testMatch: nightly ? /(explore|map|shell)\.spec\.ts$/ : /wide\.spec\.ts$/,
    },
  ],
});
