import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/skeleton";
import type { Booking } from "../format";

// Most bookings have no expenses.
const ExpensesCard = lazy(async () => ({
  default: (await import("../expenses/expenses-card")).ExpensesCard,
}));

/** Expenses of a booking; empty unless there are any, or its provider can ask for some now. */
export function BookingExpenses({ booking }: { booking: Booking }) {
  if (!booking.expenses && !booking.actions.includes("ask_expenses")) return null;
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-s" />}>
      <ExpensesCard booking={booking} />
    </Suspense>
  );
}
