import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { BookingExpenses } from "./booking-expenses";

afterEach(() => vi.unstubAllGlobals());

const expenses: Schemas["Expenses"] = {
  state: "asked",
  items: [{ kind: "materials", note: "Tape", amount: 6.5 }],
  amount: 6.5,
  at: "2099-03-03T10:00:00Z",
  until: "2099-03-17T10:00:00Z",
};
const PAY = "PUT /api/bookings/7/expenses/confirm";

function show(change: Partial<Schemas["Booking"]>, me: "ana" | "dev", answers = {}) {
  const accessToken = fakeToken({ id: me, expiresIn: 900 });
  storeTokens({ accessToken, refreshToken: "r" });
  const sent = mockServer(answers);
  const booking = sampleBooking({ status: "completed", expenses_cap: 20, ...change });
  renderRoutes([{ path: "/", Component: () => <BookingExpenses booking={booking} /> }], "/");
  return sent;
}

test("the client pays what they have seen", async () => {
  const sent = show({ expenses, actions: ["answer_expenses"] }, "ana", {
    [PAY]: () => success(sampleBooking({ expenses: { ...expenses, state: "paid" } })),
  });
  expect(await screen.findByText("Tape")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Pay £6.50" }));
  await waitFor(() => expect(sent).toContainEqual({ path: PAY, body: { amount: 6.5 } }));
});

test("too little cash offers to top up", async () => {
  show({ expenses, actions: ["answer_expenses"] }, "ana", {
    [PAY]: () => failure(409, "wallet.insufficient_funds"),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Pay £6.50" }));
  expect(await screen.findByRole("link", { name: "Top up" })).toHaveAttribute("href", "/fund");
});

test("the client declines with a reason", async () => {
  const path = "PUT /api/bookings/7/expenses/decline";
  const sent = show({ expenses, actions: ["answer_expenses"] }, "ana", {
    [path]: () => success(sampleBooking({ expenses: { ...expenses, state: "declined" } })),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Decline" }));
  const dialog = await screen.findByRole("dialog", { name: "Decline these expenses?" });
  expect(dialog).toHaveTextContent("Nothing is paid for them.");
  await userEvent.type(screen.getByLabelText("Why?"), "We have tape.");
  await userEvent.click(screen.getAllByRole("button", { name: "Decline" }).at(-1) as HTMLElement);
  await waitFor(() => expect(sent).toContainEqual({ path, body: { reason: "We have tape." } }));
});

test("the provider asks, with 45p a mile filled in", async () => {
  const path = "PUT /api/bookings/7/expenses";
  const sent = show({ actions: ["ask_expenses"] }, "dev", {
    [path]: () => success(sampleBooking({ expenses })),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Ask for expenses" }));
  await userEvent.selectOptions(await screen.findByLabelText("Kind"), "mileage");
  await userEvent.type(screen.getByLabelText(/^Miles/), "12");
  await userEvent.type(screen.getByLabelText("What was it?"), "To Leeds and back");
  expect(screen.getByText("Together £5.40")).toBeVisible();
  await userEvent.click(
    screen.getAllByRole("button", { name: "Ask for expenses" }).at(-1) as HTMLElement,
  );
  const items = [{ kind: "mileage", note: "To Leeds and back", amount: 5.4 }];
  await waitFor(() => expect(sent).toContainEqual({ path, body: { items } }));
});

test("a booking without expenses shows nothing", () => {
  show({ expenses_cap: 0, actions: [] }, "ana");
  expect(screen.queryByRole("region", { name: "Expenses" })).not.toBeInTheDocument();
});
