import { expect, test } from "vitest";
import { sheetOf } from "../../../build/category-art.ts";
import { screens, screensIn } from "../../../build/preload.ts";
import listed from "../../../routes.json";
import { screens as asking } from "./asks";
import { find } from "./find";

test("the build finds all lazily loaded screens", () => {
  const text = `
    public: [{ path: "/", Component: Landing }, { path: "/help", lazy: () => import("./a/help") }],
    member: [
      {
        path: "/admin",
        lazy: () => import("./a/console"),
        children: [{ index: true, lazy: () => import("./a/overview") }],
      },
    ],`;
  expect(screensIn(text)).toEqual([
    { path: "/help", member: false, source: "a/help" },
    { path: "/admin", member: true, source: "a/console" },
  ]);
  const known = screens().map(({ path }) => path);
  expect(known.length).toBeGreaterThan(listed.length - 5);
  expect(known.filter((path) => !listed.includes(path))).toEqual([]);
});

test("preload requests belong to existing screens", () => {
  const members = screens().flatMap(({ path, member }) => (member ? [path] : []));
  expect(Object.keys(asking).filter((path) => !members.includes(path))).toEqual([]);
});

test.each([
  ["/", "/", {}],
  ["/user-profile/7", "/user-profile/:id", { id: "7" }],
  ["/user-profile/7/", "/user-profile/:id", { id: "7" }],
  ["/user-profile/own", "/user-profile/own", {}],
  ["/user-profile/a%20b", "/user-profile/:id", { id: "a b" }],
  ["/user-profile/", undefined, undefined],
  ["/user-profile/%", undefined, undefined],
  ["/user-profile/7/8", undefined, undefined],
])("%s matches %s", (address, pattern, params) => {
  const paths = { "/": 1, "/user-profile/:id": 2, "/user-profile/own": 3 };
  const found = find(paths, address);
  expect([found?.pattern, found?.params]).toEqual([pattern, params]);
});

test("pictures are stacked on the sheet", () => {
  const picture = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 350 200">\n${content}\n</svg>\n`;
  const sheet = sheetOf([
    ["a", picture("<path/>")],
    ["b", picture("<circle/>")],
  ]);
  const document = new DOMParser().parseFromString(sheet, "image/svg+xml");
  expect(document.querySelector("parsererror")).toBeNull();
  expect(document.querySelector("#b")?.getAttribute("viewBox")).toBe("0 200 350 200");
  expect(document.querySelector("svg > svg[y='200'] > circle")).not.toBeNull();
  expect(() => sheetOf([["c", "<svg viewBox='0 0 1 1'/>"]])).toThrow("c.svg");
});
