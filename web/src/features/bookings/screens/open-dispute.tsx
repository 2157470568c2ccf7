import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { Dialog } from "@/components/overlay";
import { PageHeader } from "@/components/page-header";
import { ApiError } from "@/lib/api";
import { useBooking, useOwnId } from "../api/use-booking";
import { BookingSkeleton } from "../components/booking-layout";
import { BookingSummary } from "../components/booking-summary";
import { DisputeForm } from "../dispute/dispute-form";
import { NotNow } from "../dispute/not-now";
import { ReachThem } from "../dispute/reach-them";
import type { Booking } from "../format";

/** Form to open a dispute about the booking in the URL (`?booking=`). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get("booking") ?? params.get("bookingId");
  const { query, isId } = useBooking(id);
  const me = useOwnId();
  const missing = !isId || (query.error instanceof ApiError && query.error.status === 404);
  if (missing) {
    return (
      <>
        <PageHeader title="Open a Dispute" back="/bookings" />
        <EmptyState
          art="bookings"
          title="Missing booking information. Please try again."
          action={<ButtonLink to="/bookings">Return to Bookings</ButtonLink>}
        />
      </>
    );
  }
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={`Open a Dispute for Booking #${id}`}
        back={query.data ? homeOf(query.data, me) : "/bookings"}
      />
      <Loaded query={query} error="Failed to fetch booking details" skeleton={<BookingSkeleton />}>
        {(booking) => <DisputeScreen booking={booking} me={me} />}
      </Loaded>
    </div>
  );
}

/** Returns the path of a booking's page for one of its parties. */
function homeOf({ id, client }: Booking, me: string): string {
  return client.id === me ? `/outward-progress/${id}` : `/inward-details/${id}`;
}

function DisputeScreen({ booking, me }: { booking: Booking; me: string }) {
  const navigate = useNavigate();
  const mine = booking.client.id === me;
  const [submitted, setSubmitted] = useState(false);
  const toBookings = () => navigate(`/bookings?tab=${mine ? "outward" : "inward"}`);
  const open = submitted || booking.actions.includes("dispute");
  return (
    <div className="grid gap-6">
      <BookingSummary booking={booking} side={mine ? "outward" : "inward"} />
      {open ? (
        <>
          <ReachThem person={mine ? booking.provider : booking.client} />
          <DisputeForm booking={booking} mine={mine} onSubmitted={() => setSubmitted(true)} />
        </>
      ) : (
        <NotNow booking={booking} home={homeOf(booking, me)} />
      )}
      <Dialog
        open={submitted}
        onOpenChange={(next) => !next && toBookings()}
        title="Dispute submitted"
        description="Your dispute has been submitted successfully."
      >
        <p className="text-ink-2">
          {booking.payment_method === "none" ? "Nothing changes" : "The payment is frozen"} until an
          admin has looked into it and decided. You will both be told.
        </p>
        <Button variant="spark" block onClick={toBookings}>
          Go to Bookings
        </Button>
      </Dialog>
    </div>
  );
}
