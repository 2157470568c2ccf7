import { execFileSync, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect } from "@playwright/test";
import { freePort } from "./server";

export interface SiteFromBackup {
  url: string;
  stop: () => Promise<void>;
}

/** Hides the output; a failure still shows the errors. */
const QUIET: StdioOptions = ["ignore", "ignore", "pipe"];

/**
 * Starts a server on a backup of the sample community, with `settings` in its environment. What the
 * members did before with a part that is now switched off is still stored.
 */
export async function startSiteFromBackup(
  settings: Record<string, string>,
): Promise<SiteFromBackup> {
  const binary = resolve(process.env.E2E_BINARY ?? "../target/debug/sparkyard");
  const sample = dirname(resolve(process.env.E2E_LOGINS ?? ""));
  const data = `${sample}-switched-${process.env.TEST_WORKER_INDEX}`;
  // A new folder each time: one that had a backup and is empty counts as a disk that is not mounted.
  const backups = mkdtempSync(`${data}-backups-`);
  const remove = () => {
    for (const folder of [data, backups]) rmSync(folder, { recursive: true, force: true });
  };
  rmSync(data, { recursive: true, force: true });
  // One backup is made at a time; another test may be making one.
  await expect(() => {
    execFileSync(binary, ["backup", backups, "--data-dir", sample], { stdio: QUIET });
  }).toPass({ timeout: 60_000 });
  mkdirSync(data, { mode: 0o700 });
  // A backup has neither the key nor the logins of the sample.
  for (const file of ["secrets", "demo-logins.txt"]) {
    copyFileSync(`${sample}/${file}`, `${data}/${file}`);
  }
  execFileSync(binary, ["restore", "--from", backups, "--data-dir", data], { stdio: QUIET });
  const listen = `127.0.0.1:${await freePort()}`;
  const server = spawn(binary, ["serve", "--demo", "--listen", listen, "--data-dir", data], {
    env: { ...process.env, RUST_LOG: "error", ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://${listen}`;
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready, { message: "the server is ready", timeout: 60_000 }).toBe(200);
  const stop = async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
    remove();
  };
  return { url, stop };
}
