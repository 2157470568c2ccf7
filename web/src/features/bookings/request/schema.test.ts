import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { bookableDays, emptyRequest, type RequestValues, requestSchema } from "./schema";

const validRequest: RequestValues = {
  ...emptyRequest,
  description: "The tap drips",
  location: "14 Crown St",
  date: "2026-03-04",
  time: "10:30",
};

test.each<[Partial<RequestValues>, string | undefined]>([
  [{}, undefined],
  [{ description: "  " }, "description"],
  [{ location: "" }, "location"],
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

test("the days that can be booked, as London counts them", () => {
  expect(bookableDays(new Date("2026-03-03T23:59:00Z"))).toEqual({
    min: "2026-03-03",
    max: "2027-09-04",
  });
});
