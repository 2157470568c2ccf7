import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { requestSchema } from "./request-schema";
import { bookableDays, emptyRequest, placeOf, type RequestValues } from "./schema";

const validRequest: RequestValues = {
  ...emptyRequest,
  description: "The tap drips",
  street: "14 Crown St",
  location: "Leeds",
  zip_code: "ls1 4dy",
  date: "2026-03-04",
  time: "10:30",
};

test.each<[Partial<RequestValues>, string | undefined]>([
  [{}, undefined],
  [{ description: "  " }, "description"],
  [{ street: "" }, "street"],
  [{ street: "home" }, "street"],
  [{ street: "my home" }, "street"],
  [{ street: "14" }, "street"],
  [{ street: "Rose Cottage, Mill Lane" }, undefined],
  [{ location: "" }, "location"],
  [{ zip_code: "" }, "zip_code"],
  [{ zip_code: "LS1" }, "zip_code"],
  [{ zip_code: "SW1A2AA" }, undefined],
  [{ expensesCap: "200" }, undefined],
  [{ expensesCap: "15.50" }, undefined],
  [{ expensesCap: "200.01" }, "expensesCap"],
  [{ expensesCap: "15.505" }, "expensesCap"],
  [{ expensesCap: "a few" }, "expensesCap"],
  [{ date: "" }, "date"],
  [{ time: "" }, "time"],
  [{ date: "2026-03-03", time: "11:59" }, "date"],
  [{ date: "2027-09-03", time: "11:00" }, undefined],
  [{ date: "2027-09-03", time: "13:01" }, "date"],
])("%j is wrong in %s", (change, field) => {
  vi.useFakeTimers({ now: new Date("2026-03-03T12:00:00Z"), toFake: ["Date"] });
  const result = z.safeParse(requestSchema, { ...validRequest, ...change });
  vi.useRealTimers();
  expect(result.error?.issues[0]?.path[0]).toBe(field);
});

test("the bookable days are counted in London time", () => {
  expect(bookableDays(new Date("2026-03-03T23:59:00Z"))).toEqual({
    min: "2026-03-03",
    max: "2027-09-04",
  });
});

test("an address is formatted on one line", () => {
  expect(placeOf(validRequest)).toBe("14 Crown St, Leeds, LS1 4DY");
  expect(placeOf({ street: "", location: "Leeds ", zip_code: "" })).toBe("Leeds");
});
