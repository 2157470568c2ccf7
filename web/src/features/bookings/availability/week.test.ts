import { expect, test } from "vitest";
import {
  copyToWorkdays,
  DAYS,
  defaultWeek,
  fromWeek,
  nextSpan,
  spansError,
  TIMES,
  toWeek,
} from "./week";

const span = (from: string, to: string) => ({ from, to });

test("a week is converted to the server's form and back", () => {
  const weekly = [
    { day: "monday" as const, from: "09:00", to: "12:00" },
    { day: "monday" as const, from: "13:00", to: "24:00" },
    { day: "sunday" as const, from: "10:00", to: "11:00" },
  ];
  expect(fromWeek(toWeek(weekly))).toEqual(weekly);
  expect(fromWeek(toWeek([]))).toEqual([]);
  expect(fromWeek(defaultWeek).map(({ day }) => day)).toEqual(DAYS.slice(0, 5));
});

test.each([
  [[], undefined],
  [[span("09:00", "17:00")], undefined],
  [[span("13:00", "17:00"), span("09:00", "13:00")], undefined],
  [[span("17:00", "09:00")], "Hours must end after they begin."],
  [[span("09:00", "09:00")], "Hours must end after they begin."],
  [[span("13:00", "17:00"), span("09:00", "13:30")], "Hours of one day must not overlap."],
  [[span("00:00", "24:00"), span("09:00", "10:00")], "Hours of one day must not overlap."],
])("%j: %j", (spans, problem) => expect(spansError(spans)).toBe(problem));

test.each([
  [[], span("09:00", "17:00")],
  [[span("09:00", "12:00")], span("13:00", "15:00")],
  [[span("18:00", "20:00"), span("08:00", "10:00")], span("21:00", "23:00")],
  [[span("09:00", "22:30")], span("23:30", "24:00")],
  [[span("09:00", "12:10")], span("13:30", "15:30")],
  [[span("09:00", "23:00")], undefined],
  [[span("00:00", "24:00")], undefined],
])("after %j comes %j", (spans, next) => expect(nextSpan(spans)).toEqual(next));

test("a day's hours are copied to the working week", () => {
  const week = copyToWorkdays(
    toWeek([{ day: "saturday", from: "10:00", to: "12:00" }]),
    "saturday",
  );
  expect(fromWeek(week).map(({ day }) => day)).toEqual(DAYS.slice(0, 6));
});

test("every half hour can be chosen", () => {
  expect(TIMES).toHaveLength(49);
  expect([TIMES[0], TIMES[19], TIMES[48]]).toEqual(["00:00", "09:30", "24:00"]);
});
