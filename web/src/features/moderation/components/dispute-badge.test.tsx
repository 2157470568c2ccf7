import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { DisputeBadge } from "./dispute-badge";

const person = { id: "ana", firstname: "Ana", lastname: "Mensah", location: "Leeds", left: false };

const dispute: Schemas["Dispute"] = {
  id: "7",
  bookingId: 7,
  title: "Booking for Plumbing",
  message: "Nobody came.",
  opened_by: "ana",
  status: "open",
  statements: 0,
  own: false,
  payment_method: "wallet",
  price: 20,
  client: person,
  provider: { ...person, id: "dev", firstname: "Dev" },
  created_at: "2026-03-02T10:00:00Z",
};

test("an undecided dispute is open", () => {
  render(<DisputeBadge dispute={dispute} />);
  expect(screen.getByText("Open")).toBeVisible();
});

test.each([
  ["release", 20, "Paid to the neighbour who helped"],
  ["refund", 20, "Refunded to the neighbour who booked"],
  ["split", 20, "Shared between the two"],
  ["release", 0, "Counts as done"],
  ["refund", 0, "Counts as not done"],
] as const)("the outcome %s at a price of %d reads '%s'", (outcome, price, label) => {
  render(<DisputeBadge dispute={{ ...dispute, status: "resolved", outcome, price }} />);
  expect(screen.getByText(label)).toBeVisible();
});
