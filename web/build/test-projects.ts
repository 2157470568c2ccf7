import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestProjectConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns two Vitest projects: files that share a page, and files that mock modules. Sharing a page
 * takes a sixth of the time. A mocked module stays mocked for later files, so each file that mocks
 * one gets a page of its own.
 */
export function testProjects(): TestProjectConfiguration[] {
  const files = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.test\.tsx?$/.test(path));
  const alone = files.filter((path) =>
    /\bvi\.(do)?[mM]ock\(/.test(readFileSync(root + path, "utf8")),
  );
  return [
    project("shared", false, ["src/**/*.test.{ts,tsx}"], alone),
    project("alone", true, alone, []),
  ];
}

function project(name: string, isolate: boolean, include: string[], exclude: string[]) {
  return { extends: true as const, test: { name, isolate, include, exclude } };
}
