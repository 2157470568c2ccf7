import { expect, test } from "vitest";
import { moveItem, newFiles, newPhoto, type Photo, photoOrder, storedPhotos } from "./photos";

const file = new File(["x"], "tap.png", { type: "image/png" });
const [first, third] = storedPhotos({ thumbnail01: "/a", thumbnail03: "/c" });

test("gaps between stored photos are allowed", () => {
  expect([first, third]).toEqual([
    { kind: "stored", id: "thumbnail01", key: "thumbnail01", src: "/a" },
    { kind: "stored", id: "thumbnail03", key: "thumbnail03", src: "/c" },
  ]);
});

test("a file keeps its id, and another gets another", () => {
  expect(newPhoto(file)).toEqual(newPhoto(file));
  expect(newPhoto(file).id).not.toBe(newPhoto(new File(["x"], "tap.png")).id);
});

test("the order names stored photos by position, new ones in turn", () => {
  const photos = [third, newPhoto(file), first] as Photo[];
  expect(photoOrder(photos)).toBe("thumbnail03,new,thumbnail01");
  expect(newFiles(photos)).toEqual([file]);
  expect(photoOrder([])).toBeUndefined();
});

test.each([
  [0, 2, ["b", "c", "a"]],
  [2, 0, ["c", "a", "b"]],
  [0, -1, ["a", "b", "c"]],
  [2, 3, ["a", "b", "c"]],
])("moving %d to %d", (from, to, list) =>
  expect(moveItem(["a", "b", "c"], from, to)).toEqual(list),
);
