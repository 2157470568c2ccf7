import { expect, test } from "vitest";
import { groupName, groupPeople, type MapPerson } from "./groups";

const person = (id: string, lat: number, lon = 0): MapPerson => ({
  id,
  name: id,
  photo: null,
  place: { lat, lon },
});
/** A projection on which a degree is ten pixels wide. */
const project = ({ lat, lon }: { lat: number; lon: number }) => ({ x: lon * 10, y: lat * 10 });
const ids = (people: MapPerson[], reach: number) =>
  groupPeople(people, project, reach).map((group) => group.people.map(({ id }) => id));

test("an empty list makes no group", () => expect(ids([], 40)).toEqual([]));

test("people in one square form one group at any zoom", () => {
  const [group] = groupPeople([person("a", 50), person("b", 50)], project, 0.001);
  expect(group).toMatchObject({ key: "a b", places: 1, place: { lat: 50, lon: 0 } });
});

test("overlapping people join the fullest nearby place", () => {
  const people = [person("a", 50), person("b", 52), person("c", 52), person("d", 60)];
  expect(ids(people, 40)).toEqual([["b", "c", "a"], ["d"]]);
  expect(ids(people, 10)).toEqual([["b", "c"], ["a"], ["d"]]);
});

test("a chain of neighbours stays in separate groups", () => {
  const people = [person("a", 50), person("b", 53), person("c", 56)];
  expect(ids(people, 40)).toEqual([["a", "b"], ["c"]]);
});

test.each([
  [["Dev"], "Dev"],
  [["Dev", "Rosie"], "Dev and Rosie"],
  [["Dev", "Rosie", "Sam", "Jo"], "Dev and 3 more people"],
])("%j is named %j", (names, words) =>
  expect(groupName(names.map((name) => ({ name })))).toBe(words),
);
