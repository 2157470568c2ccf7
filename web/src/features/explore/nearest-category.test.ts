import { expect, test } from "vitest";
import { nearestCategory } from "./nearest-category";

const category = (title: string) => ({
  id: title,
  title,
  name: title,
  icon: title,
  thumbnail: "",
  is_hidden: false,
});
const categories = ["Plumbing", "Bike repair", "Dog walking", "Yoga", "3D printing"].map(category);

test.each([
  ["plumming", "Plumbing"],
  ["a plumbin job", "Plumbing"],
  ["a bke repar", "Bike repair"],
  ["yogha", "Yoga"],
  ["dog wolking", "Dog walking"],
  ["zzzz", undefined],
  ["yolk", undefined],
  ["a", undefined],
  ["", undefined],
])("the category nearest to %j is %s", (text, title) => {
  expect(nearestCategory(text, categories)?.title).toBe(title);
});
