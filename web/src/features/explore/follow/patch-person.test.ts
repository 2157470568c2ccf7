import { expect, test } from "vitest";
import { patchPerson } from "./patch-person";

const dev = { id: "dev", is_following: false, total_followers: 4 };
const rosie = { id: "rosie", is_following: false };

test("a profile takes the new state and count", () => {
  expect(patchPerson(dev, "dev", { is_following: true, total_followers: 5 })).toEqual({
    id: "dev",
    is_following: true,
    total_followers: 5,
  });
});

test("an unknown count changes by one, once", () => {
  const followed = patchPerson(dev, "dev", { is_following: true });
  expect(followed).toEqual({ id: "dev", is_following: true, total_followers: 5 });
  expect(patchPerson(followed, "dev", { is_following: true })).toEqual(followed);
  expect(patchPerson(followed, "dev", { is_following: false })).toEqual(dev);
  expect(patchPerson(rosie, "rosie", { is_following: true })).not.toHaveProperty("total_followers");
});

test("in lists, only that person's shown fields change", () => {
  const list = { pages: [{ data: [rosie, { id: "dev", is_following: false }] }] };
  const patched = patchPerson(list, "dev", { is_following: true, total_followers: 5 });
  expect(patched.pages[0]?.data).toEqual([rosie, { id: "dev", is_following: true }]);
  expect(patched.pages[0]?.data[0]).toBe(rosie);
});

test("a follow record is patched on either side", () => {
  const record = { following_id: "dev", follower_id: "me", is_following: true };
  expect(patchPerson([record], "dev", { is_following: false })).toEqual([
    { ...record, is_following: false },
  ]);
});

test("data without the person stays the same object", () => {
  const list = { pages: [{ data: [rosie] }] };
  expect(patchPerson(list, "dev", { is_following: true })).toBe(list);
  expect(patchPerson(undefined, "dev", { is_following: true })).toBeUndefined();
});
