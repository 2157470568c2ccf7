import { expect, test } from "vitest";
import { sectionsOf } from "./sections";

interface Item {
  id: string;
  distance?: number | null;
  idle?: boolean;
}

const ids = (items: Item[]) => {
  const sections = sectionsOf(items, ({ idle }) => !idle);
  return Object.fromEntries(
    Object.entries(sections).map(([name, found]) => [name, found.map(({ id }) => id).join(" ")]),
  );
};

test.each<[string, Item[], object]>([
  ["nothing", [], { near: "", far: "", idle: "", placeless: "" }],
  [
    "a list without distances stays as it is",
    [{ id: "a" }, { id: "b", distance: null }],
    { near: "a b", far: "", idle: "", placeless: "" },
  ],
  [
    "the near, the far and those without a town",
    [
      { id: "a", distance: 0 },
      { id: "b", distance: 32.1 },
      { id: "c", distance: 32.3 },
      { id: "d", distance: 500 },
      { id: "e" },
    ],
    { near: "a b", far: "c d", idle: "", placeless: "e" },
  ],
  [
    "who offers nothing stays behind the far ones",
    [
      { id: "a", distance: 1 },
      { id: "b", distance: 400 },
      { id: "c", distance: 0, idle: true },
      { id: "d", distance: 300, idle: true },
      { id: "e", idle: true },
    ],
    { near: "a", far: "b", idle: "c d", placeless: "e" },
  ],
  [
    "a neighbour who offers nothing is near while nobody is far",
    [
      { id: "a", distance: 1 },
      { id: "b", distance: 2, idle: true },
    ],
    { near: "a b", far: "", idle: "", placeless: "" },
  ],
])("%s", (_, items, expected) => expect(ids(items)).toEqual(expected));
