import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { mockServer, success } from "@/test/app";
import type { Booking } from "../format";
import { RequestFacts } from "./facts";

// Leaflet needs a browser with layout.
vi.mock("../place/place-canvas", () => ({
  PlaceCanvas: ({ place }: { place: { lat: number; lon: number } }) => (
    <p>
      Map of {place.lat}, {place.lon}
    </p>
  ),
}));

afterEach(() => vi.unstubAllGlobals());

const booking = {
  id: 7,
  title: "Booking for Plumbing",
  description: "It drips.",
  booking_date: "2099-03-08T17:00:00Z",
  booking_location: "14 Crown Street, Leeds",
  hours: 1,
  payment_method: "none",
  price: 0,
} as Booking;

function open(point: Partial<Booking>) {
  const log = mockServer({
    "GET /api/places/cities": () => success([]),
    "GET /api/places/map": () => success({ attribution: "" }),
  });
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <RequestFacts booking={{ ...booking, ...point }} />
    </QueryClientProvider>,
  );
  return log;
}

test("a booking with coordinates shows a map", async () => {
  open({ booking_lat: 53.8, booking_lon: -1.5 });
  expect(await screen.findByText("Map of 53.8, -1.5")).toBeVisible();
});

test("a booking without coordinates shows no map", () => {
  const log = open({});
  expect(screen.getByText("14 Crown Street, Leeds")).toBeVisible();
  expect(screen.queryByRole("figure")).toBeNull();
  expect(log).toEqual([]);
});
