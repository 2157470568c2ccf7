import { ButtonLink } from "@/components/button";
import { RequireModule } from "@/components/require-module";
import type { Schemas } from "@/lib/api";
import type { Booking } from "../words";

/** The quiet ways out of a booking: talk to the other person, or ask an admin to decide. */
export function TalkOrDispute({ booking, other }: { booking: Booking; other: Schemas["Party"] }) {
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      <RequireModule name="chat">
        <ButtonLink to={`/chat/${other.id}`} variant="quiet" className="flex-1">
          Message {other.firstname}
        </ButtonLink>
      </RequireModule>
      {booking.actions.includes("dispute") && (
        <ButtonLink
          to={`/open-dispute?booking=${booking.id}`}
          variant="quiet"
          className="flex-1 text-danger"
        >
          Open dispute
        </ButtonLink>
      )}
    </div>
  );
}
