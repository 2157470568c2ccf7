import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { Component as Bookings } from "./bookings";

afterEach(() => vi.unstubAllGlobals());

function open(inward: Schemas["Booking"][], outward: Schemas["Booking"][], at = "/bookings") {
  const log = mockServer({
    "GET /api/bookings/get/user/inward": () => success(inward),
    "GET /api/bookings/get/user/outward": () => success(outward),
    "GET /api/skills/get/categories": () => success([]),
  });
  renderRoutes([{ path: "/bookings", Component: Bookings }], at);
  return log;
}

const accepted = sampleBooking({ id: 8, status: "accepted", actions: ["cancel"] });
const over = sampleBooking({ id: 9, status: "rejected", actions: [] });

test("a request to answer comes first, with person and status", async () => {
  open([over, accepted, sampleBooking()], []);
  const answer = within(await screen.findByRole("region", { name: /^To answer/ }));
  expect(answer.getByRole("link", { name: "Plumbing for Ana Mensah" })).toHaveAttribute(
    "href",
    "/inward-details/7",
  );
  expect(answer.getByText("Pending")).toBeVisible();
  expect(answer.getByText("AM")).toBeVisible();
  const headings = screen.getAllByRole("heading", { level: 2 }).map((found) => found.textContent);
  expect(headings).toEqual(["To answer1", "Coming up1", "Past1"]);
});

test("the side with bookings opens, and another choice is kept in the URL", async () => {
  open([], [accepted]);
  expect(await screen.findByRole("tab", { name: /^Outward Bookings/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(screen.getByRole("link", { name: "Plumbing with Dev Kaur" })).toBeVisible();
  await userEvent.click(screen.getByRole("tab", { name: /^Inward Bookings/ }));
  expect(await screen.findByText("No inward bookings found")).toBeVisible();
});

test.each([
  ["Inward Bookings", "Booked with you"],
  ["Outward Bookings", "Booked by you"],
])("the tab %s explains itself in plain words", async (label, plain) => {
  open([sampleBooking()], []);
  const tab = await screen.findByRole("tab", { name: new RegExp(`^${label}`) });
  expect(within(tab).getByText(plain)).toBeVisible();
});

test("the side in the URL opens, without loading the other", async () => {
  const log = open([sampleBooking()], [], "/bookings?tab=outward");
  expect(await screen.findByText("No outward bookings found")).toBeVisible();
  expect(log.map(({ path }) => path)).not.toContain("GET /api/bookings/get/user/inward");
});
