import { expect, test } from "vitest";
import { pointsOf } from "./sparkline";

test("the highest value touches the top, and zero the bottom", () => {
  expect(pointsOf([0, 5, 10])).toEqual([
    [4, 36],
    [56, 20],
    [108, 4],
  ]);
});

test("a line of zeros lies at the bottom, and debts do not leave the chart", () => {
  expect(pointsOf([0, 0]).map(([, y]) => y)).toEqual([36, 36]);
  expect(pointsOf([-7, 7]).map(([, y]) => y)).toEqual([36, 4]);
  expect(pointsOf([3])).toEqual([[4, 4]]);
  expect(pointsOf([])).toEqual([]);
});
