import type { ReactNode } from "react";
import { Avatar } from "@/components/avatar";
import { Card } from "@/components/card";
import { PersonLink } from "@/components/person-link";
import { formatWhen } from "@/lib/format";
import { type Booking, escrowText, fullName } from "../format";
import type { BookingDirection } from "../groups";
import { BookingPrice } from "./booking-price";

interface BookingSummaryProps {
  booking: Booking;
  side: BookingDirection;
  /** The request, between the person and the price. */
  children?: ReactNode;
}

/** Card at the top of a booking: the other person, time, place, and state of the money. */
export function BookingSummary({ booking, side, children }: BookingSummaryProps) {
  const other = side === "inward" ? booking.client : booking.provider;
  return (
    <Card>
      <div className="flex items-center gap-3">
        <Avatar name={fullName(other)} photo={other.photourl} />
        <div className="min-w-0 flex-1">
          <p className="font-bold">
            {booking.skill_type} {side === "inward" ? "for" : "with"}{" "}
            <PersonLink id={other.left ? undefined : other.id}>{fullName(other)}</PersonLink>
          </p>
          <p className="num text-small text-ink-2">
            {[formatWhen(booking.booking_date), booking.booking_location]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      </div>
      {children && <div className="mt-4 border-t border-line pt-4">{children}</div>}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <span className="text-small text-ink-2">
          {escrowText(booking, side === "outward") ?? "Nothing to pay"}
        </span>
        <BookingPrice booking={booking} />
      </div>
    </Card>
  );
}
