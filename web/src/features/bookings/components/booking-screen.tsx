import type { ReactNode } from "react";
import { useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { ApiError } from "@/lib/api";
import { useBooking } from "../api/use-booking";
import type { Booking } from "../format";
import { BookingSkeleton } from "./booking-layout";
import { StatusBadge } from "./status-badge";

interface BookingScreenProps {
  /** Address of the back arrow. */
  back: string;
  children: (booking: Booking) => ReactNode;
}

/** Frame of a screen about the booking in the URL, with its loading and error states. */
export function BookingScreen({ back, children }: BookingScreenProps) {
  const { id } = useParams();
  const { query, isId } = useBooking(id);
  const missing = !isId || (query.error instanceof ApiError && query.error.status === 404);
  return (
    <>
      <PageHeader
        title={missing ? "Booking" : `Booking #${id}`}
        back={back}
        action={query.data && <StatusBadge status={query.data.status} />}
      />
      {missing ? (
        <BookingNotFound />
      ) : (
        <Loaded
          query={query}
          error="Failed to fetch booking details"
          skeleton={<BookingSkeleton />}
        >
          {children}
        </Loaded>
      )}
    </>
  );
}

function BookingNotFound() {
  return (
    <EmptyState
      art="bookings"
      title="Booking not found"
      action={<ButtonLink to="/bookings">See your bookings</ButtonLink>}
    >
      It is not one of yours, or the link is incomplete.
    </EmptyState>
  );
}
