import { describe, expect, test } from "vitest";
import {
  formatAgo,
  formatAgoInSentence,
  formatDateAndTime,
  formatDay,
  formatDayInSentence,
  formatDistance,
  formatInFull,
  formatMoney,
  formatRadius,
  formatSparks,
  formatWhen,
  fromLocalInput,
  toLocalInput,
} from ".";

test.each([
  [0, "£0.00"],
  [20, "£20.00"],
  [1020.5, "£1,020.50"],
  [-9, "-£9.00"],
])("money %d", (amount, text) => expect(formatMoney(amount)).toBe(text));

test.each([
  [10, "10"],
  [18.5, "18.5"],
  [0.05, "0.05"],
  [1200, "1,200"],
])("sparks %d", (amount, text) => expect(formatSparks(amount)).toBe(text));

test.each([
  [0, "Less than 1 km", "Less than 1 mile"],
  [1, "1.0 km", "Less than 1 mile"],
  [1.6, "1.6 km", "1.0 miles"],
  [3.2, "3.2 km", "2.0 miles"],
  [104.25, "104.3 km", "64.8 miles"],
])("distance %d", (km, text, inMiles) => {
  expect(formatDistance(km, "km")).toBe(text);
  expect(formatDistance(km, "miles")).toBe(inMiles);
});

test("a radius is in miles, with kilometres where the site uses them", () => {
  expect(formatRadius(5, "km")).toBe("Within 5 miles · 8 km");
  expect(formatRadius(20, "miles")).toBe("Within 20 miles");
});

describe("dates in London time", () => {
  // A Tuesday in winter, when London is on UTC.
  const now = new Date("2026-03-03T12:00:00Z");
  test.each([
    ["2026-03-03T10:30:00Z", "Today, 10:30"],
    ["2026-03-04T10:30:00Z", "Tomorrow, 10:30"],
    ["2026-03-02T23:59:00Z", "Yesterday, 23:59"],
    ["2026-03-01T18:04:00Z", "Sun 1 Mar, 18:04"],
    ["2026-03-29T23:30:00Z", "Mon 30 Mar, 00:30"],
    ["2025-12-31T09:00:00Z", "Wed 31 Dec 2025, 09:00"],
  ])("%s is %s", (iso, text) => expect(formatWhen(iso, now)).toBe(text));

  test("a day counts as next across the clock change", () => {
    expect(formatDay("2026-03-29T10:00:00Z", new Date("2026-03-28T23:30:00Z"))).toBe("Tomorrow");
  });

  test.each([
    ["2026-03-03T11:59:40Z", "Just now"],
    ["2026-03-03T11:55:00Z", "5 min ago"],
    ["2026-03-03T09:00:00Z", "3 h ago"],
    ["2026-03-02T09:00:00Z", "Yesterday"],
  ])("%s was %s", (iso, text) => expect(formatAgo(iso, now)).toBe(text));

  test.each([
    ["2026-03-02T18:04", "2026-03-02T18:04:00.000Z"],
    ["2026-07-02T18:04", "2026-07-02T17:04:00.000Z"],
    ["2026-03-29T03:00", "2026-03-29T02:00:00.000Z"],
    ["2026-10-25T00:30", "2026-10-24T23:30:00.000Z"],
  ])("the input %s means %s, and back", (local, iso) => {
    expect(fromLocalInput(local)).toBe(iso);
    expect(toLocalInput(new Date(iso))).toBe(local);
  });
});

test("near days are lower case inside a sentence, names are not", () => {
  const now = new Date("2026-03-03T12:00:00Z");
  const inSentence = (at: string) => [formatDayInSentence(at, now), formatAgoInSentence(at, now)];
  expect(inSentence("2026-03-03T12:00:00Z")).toEqual(["today", "just now"]);
  expect(inSentence("2026-03-02T09:00:00Z")).toEqual(["yesterday", "yesterday"]);
  expect(inSentence("2026-02-23T09:00:00Z")).toEqual(["Mon 23 Feb", "Mon 23 Feb"]);
});

test("a record names the day", () => {
  const now = new Date("2026-03-03T12:00:00Z");
  expect(formatDateAndTime("2026-03-04T10:00:00Z", now)).toBe("Wed 4 Mar, 10:00");
  expect(formatDateAndTime("2025-03-03T10:00:00Z", now)).toBe("Mon 3 Mar 2025, 10:00");
  expect(formatInFull("2026-06-30T23:30:00Z")).toBe("1 July 2026, 00:30");
});
