import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes } from "@/test/app";
import type { Availability } from "../api/use-availability";
import { BlockedDates } from "./blocked-dates";

afterEach(() => vi.unstubAllGlobals());

function open() {
  mockServer({
    "PUT /api/bookings/availability/own": () => failure(503, "db.busy", "Busy just now"),
  });
  const availability = { weekly: [], blocked: [] } as unknown as Availability;
  renderRoutes([{ path: "/", element: <BlockedDates availability={availability} /> }], "/");
  const first = screen.getByLabelText("First day");
  const form = first.closest("form") as HTMLFormElement;
  const press = () => userEvent.click(screen.getByRole("button", { name: "Add days off" }));
  return { first, form, press };
}

test("a missing day is reported at its field and the button", async () => {
  const { first, form, press } = open();
  await press();
  await waitFor(() => expect(first).toHaveFocus());
  expect(first).toHaveAccessibleDescription("Choose a date");
  expect(within(form).getAllByText("Choose a date")).toHaveLength(2);
});

test("a failed save is reported in the form", async () => {
  const { first, form, press } = open();
  fireEvent.change(first, { target: { value: "2099-12-24" } });
  await press();
  await waitFor(async () => expect(await within(form).findByText("Busy just now")).toHaveFocus());
});
