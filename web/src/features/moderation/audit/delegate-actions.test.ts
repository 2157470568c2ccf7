import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { detailText } from "./delegate-actions";

const entry = (action: string, detail: string) =>
  detailText({ id: "1", at: "", actor_id: "a", actor_name: "Ana", action, subject: "", detail });

test.each([
  ["POST /api/bookings", "Booked"],
  ["PUT /api/bookings/accept/17", "Accepted booking 17"],
  ["PUT /api/bookings/17/expenses/confirm", "Confirmed the expenses of booking 17"],
  ["POST /api/community/events/x9/join", "Joined an event"],
  ["POST /api/something/new", "POST /api/something/new"],
])("%s of a helper is told as %s", (detail, words) => {
  expect(entry("delegation.acted", detail)).toBe(words);
});

test("other details are shown as they are", () => {
  expect(entry("moderation.report_decided", "POST /api/bookings")).toBe("POST /api/bookings");
});

test("each request exists", () => {
  const document: { paths: Record<string, object> } = JSON.parse(
    readFileSync("../openapi.json", "utf8"),
  );
  const known = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, "17")}`,
    ),
  );
  const labelled = known.filter((request) => entry("delegation.acted", request) !== request);
  expect(labelled).toHaveLength(30);
});
