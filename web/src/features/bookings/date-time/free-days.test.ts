import { expect, test } from "vitest";
import {
  addDays,
  firstFreeDay,
  groupByPartOfDay,
  londonToday,
  toFreeDays,
  weekDates,
  weekOf,
} from "./free-days";

test("starts are shown in London time", () => {
  expect(
    toFreeDays([
      { date: "2026-03-28", slots: ["2026-03-28T09:00:00Z", "2026-03-28T09:30:00Z"] },
      { date: "2026-03-30", slots: ["2026-03-30T09:00:00Z"] },
    ]),
  ).toEqual([
    { date: "2026-03-28", times: ["09:00", "09:30"] },
    { date: "2026-03-30", times: ["10:00"] },
  ]);
});

test("a start doubled by the clock change is offered once", () => {
  const slots = ["2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z"];
  expect(toFreeDays([{ date: "2026-03-29", slots }])[0]?.times).toEqual(["02:00"]);
});

test("days are counted in London time across a clock change", () => {
  expect(londonToday(new Date("2026-07-01T23:30:00Z"))).toBe("2026-07-02");
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(weekDates("2026-10-24", 1)).toEqual([
    "2026-10-31",
    "2026-11-01",
    "2026-11-02",
    "2026-11-03",
    "2026-11-04",
    "2026-11-05",
    "2026-11-06",
  ]);
});

test.each([
  ["2026-03-01", 0],
  ["2026-03-07", 0],
  ["2026-03-08", 1],
  ["2026-04-12", 6],
  ["2026-02-01", 0],
  ["", 0],
])("%j lies in week %d", (date, week) => expect(weekOf("2026-03-01", date)).toBe(week));

test("the first free day is found", () => {
  const days = [
    { date: "2026-03-01", times: ["09:00"] },
    { date: "2026-03-02", times: [] },
    { date: "2026-03-03", times: ["09:00"] },
  ];
  expect(firstFreeDay(days, "2026-03-02")?.date).toBe("2026-03-03");
  expect(firstFreeDay(days, "2026-03-04")).toBeUndefined();
});

test("times are grouped into the parts of the day", () => {
  expect(groupByPartOfDay(["00:30", "11:30", "12:00", "16:30", "17:00"])).toEqual([
    { name: "Morning", times: ["00:30", "11:30"] },
    { name: "Afternoon", times: ["12:00", "16:30"] },
    { name: "Evening", times: ["17:00"] },
  ]);
  expect(groupByPartOfDay([])).toEqual([]);
});
