import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { resolve } from "node:path";
import type { PlaywrightTestConfig } from "@playwright/test";

type WebServers = PlaywrightTestConfig["webServer"];

/** Time that an unoptimised server may take to fill its sample community on a busy machine. */
const START_LIMIT_MS = 600_000;

/** Rate limits to lift, per minute, per day and at once: all tests come from one address. */
const LIMITS = [
  "LIMITS__SIGN_IN_PER_MINUTE",
  "LIMITS__MAIL_PER_MINUTE",
  "LIMITS__MAIL_PER_DAY",
  "LIMITS__AUTH_PER_MINUTE",
  "LIMITS__ANONYMOUS_PER_MINUTE",
  "LIMITS__WRITES_PER_MINUTE",
  "LIMITS__READS_PER_MINUTE",
  "LIMITS__REQUESTS_AT_ONCE",
  "BOOKINGS__REQUESTS_PER_DAY",
  "BOOKINGS__REQUESTS_TO_ONE_PER_DAY",
];

/**
 * Starts the servers for the tests: a social sign-in provider, and a new sample community on a free
 * port. Sets `E2E_URL` and `E2E_LOGINS`, which the test processes inherit. `E2E_BINARY` names the
 * server's program, `E2E_DATA` the folder for its data, `E2E_SAMPLE` a community to copy, instead of
 * making one.
 */
export async function sampleServers(): Promise<WebServers> {
  const binary = resolve(process.env.E2E_BINARY ?? "../target/debug/sparkyard");
  const data = resolve(process.env.E2E_DATA ?? "../target/browser-data");
  const listen = `127.0.0.1:${await freePort()}`;
  rmSync(data, { recursive: true, force: true });
  const sample = process.env.E2E_SAMPLE;
  if (sample) cpSync(sample, data, { recursive: true });
  process.env.E2E_URL = `http://${listen}`;
  process.env.E2E_LOGINS = `${data}/demo-logins.txt`;
  return [
    {
      name: "provider",
      command: "node e2e/support/oidc-provider.mjs",
      // The provider's output becomes settings of the server, which is started after it.
      wait: {
        stdout:
          /"issuer":"(?<sparkyard_auth__social__issuer>.+)","clientId":"(?<sparkyard_auth__social__client_id>.+)","clientSecret":"(?<sparkyard_auth__social__client_secret>.+)"/,
      },
      // The provider warns of settings that are fine in tests.
      stderr: "ignore",
    },
    {
      name: "server",
      command: `"${binary}" serve --demo --listen ${listen} --data-dir "${data}"`,
      env: {
        SPARKYARD_AUTH__SOCIAL__LABEL: "Google",
        // Standard error is shown between the tests.
        RUST_LOG: process.env.RUST_LOG ?? "error",
        ...Object.fromEntries(LIMITS.map((limit) => [`SPARKYARD_${limit}`, "1000000"])),
      },
      url: `http://${listen}/readyz`,
      timeout: START_LIMIT_MS,
      gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    },
  ];
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
