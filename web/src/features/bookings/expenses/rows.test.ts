import { expect, test } from "vitest";
import { emptyRow, milesAmount, rowsOf, sentItems, sumOf } from "./rows";

test("45p a mile", () => {
  expect(milesAmount("12")).toBe("5.40");
  expect(milesAmount("0.5")).toBe("0.23");
  for (const wrong of ["", " ", "-1", "twelve"]) expect(milesAmount(wrong)).toBeUndefined();
});

test("rows become items, and items rows", () => {
  const items = [{ kind: "other" as const, note: "Parking", amount: 3.5 }];
  expect(sentItems([{ ...emptyRow, kind: "other", note: " Parking ", amount: "£3.50" }])).toEqual(
    items,
  );
  expect(sentItems(rowsOf({ state: "asked", items, amount: 3.5, at: "" }))).toEqual(items);
  expect(rowsOf(undefined)).toEqual([emptyRow]);
  expect(sentItems([{ ...emptyRow, amount: "much" }])[0]?.amount).toBe(0);
});

test("sum is exact in pence", () => {
  const rows = ["0.10", "0.20", "x"].map((amount) => ({ ...emptyRow, amount }));
  expect(sumOf(rows)).toBe(0.3);
});
