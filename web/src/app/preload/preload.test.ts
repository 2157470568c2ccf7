import { expect, test } from "vitest";
import { sheetOf } from "../../../build/category-art.ts";
import { screens } from "../../../build/screens.ts";
import listed from "../../../routes.json";
import { find } from "./find";
import { screenRequests } from "./requests";

const known = await screens();

test("the build finds all lazily loaded screens", () => {
  const screen = (path: string, member: boolean, source: string) => ({
    path,
    member,
    source: expect.stringMatching(`/src/features/${source}\\.tsx$`),
  });
  const paths = known.map(({ path }) => path);
  expect(known).toContainEqual(screen("/help", false, "site/screens/help"));
  // A screen around others, without its index; then one inside.
  const admin = known.filter(({ path }) => path === "/admin");
  expect(admin).toEqual([screen("/admin", true, "moderation/screens/console")]);
  expect(known).toContainEqual(screen("/admin/words", true, "moderation/screens/words"));
  expect(paths).not.toContain("/");
  expect(known.length).toBeGreaterThan(listed.length - 5);
  expect(paths.filter((path) => !listed.includes(path))).toEqual([]);
});

test("preload requests belong to existing screens", () => {
  const members = known.flatMap(({ path, member }) => (member ? [path] : []));
  expect(Object.keys(screenRequests).filter((path) => !members.includes(path))).toEqual([]);
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
