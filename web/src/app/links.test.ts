import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import listed from "../../routes.json";

const WEB = join(import.meta.dirname, "../..");

/** Paths that the server itself answers: pages, pictures, client files and API operations. */
const OF_SERVER = /^\/(docs$|healthz$|sw\.js$|(api|art|assets|files|tiles)\/)/;
/** Paths that are linked only where their module is on. */
const ELSEWHERE = ["/chat/:id"];

interface Found {
  where: string;
  to: string;
}

/** Returns the text files under a folder of the repository, by extension. */
function files(folder: string, endings: RegExp): { name: string; text: string }[] {
  return readdirSync(join(WEB, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => endings.test(file) && !/\.test\.tsx?$|schema\.d\.ts$/.test(file))
    .map((file) => {
      const path = join(WEB, folder, file);
      return { name: relative(WEB, path), text: readFileSync(path, "utf8") };
    });
}

/** Returns the first group of every match of a pattern. */
function find(sources: ReturnType<typeof files>, pattern: RegExp): Found[] {
  return sources.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([, to = ""]) => ({ where: name, to })),
  );
}

/** Returns the path of a link in code: `/booking/${id}?a=b` becomes `/booking/x`. */
function pathOf(to: string): string {
  return to.replace(/\$?\{\{?[^}]*\}?\}/g, "x").replace(/[?#].*$/, "");
}

function leadsNowhere({ to }: Found): boolean {
  const path = pathOf(to);
  return ![...listed, ...ELSEWHERE].some(
    (pattern) => matchPath(pattern, path) || pattern.startsWith(`${path}/:`),
  );
}

test("every link of the client leads to a page", () => {
  // Every string that looks like a path is a path or the beginning of one.
  const links = find(files("src", /\.tsx?$/), /["`](\/[a-z][^"`\s]*)["`]/g).filter(
    ({ to }) => !OF_SERVER.test(to),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test("every link of the texts leads to a page", () => {
  const links = find(files("../config/content", /\.md$/), /\]\((\/[^)\s]*)\)/g);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test("every link of the notices leads to a page", () => {
  // The files also contain the paths of operations.
  const pattern = /(?<!path = )"(\/[a-z][^"]*)"/g;
  const links = find(files("../modules/notifications/src", /\.rs$/), pattern).filter(
    ({ to }) => !OF_SERVER.test(to),
  );
  expect(links.length).toBeGreaterThan(4);
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test("every link of the mails leads to a page", () => {
  const mails = files("../config/content/emails", /\.(txt|html)$/);
  const links = [
    ...find(mails, /\{\{ url \}\}(\/[\w/-]*)/g),
    ...find(mails, /url ~ "(\/[\w/-]*)/g),
  ];
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(leadsNowhere)).toEqual([]);
});

test("a link to a missing page is detected", () => {
  expect(leadsNowhere({ where: "", to: "/no-such-page" })).toBe(true);
  expect(leadsNowhere({ where: "", to: `/outward-progress/\${booking.id}?a=b#c` })).toBe(false);
});
