import { ButtonLink } from "@/components/button";
import { RequireModule } from "@/components/require-module";
import type { Schemas } from "@/lib/api";
import type { Booking } from "../format";
import { CancelButton } from "./cancel-button";
import { useInConversation } from "./in-conversation";
import { SkipButton } from "./skip-button";

interface SecondaryActionsProps {
  booking: Booking;
  other: Schemas["Party"];
  /** Whether the viewer is the booking's client. */
  mine: boolean;
}

/** Secondary actions: message the other person, open a dispute, or cancel. */
export function SecondaryActions({ booking, other, mine }: SecondaryActionsProps) {
  const inConversation = useInConversation();
  return (
    <>
      <SkipButton booking={booking} />
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {!inConversation && (
          <RequireModule name="chat">
            <ButtonLink to={`/chat/${other.id}`} variant="quiet" className="flex-1">
              Message {other.firstname}
            </ButtonLink>
          </RequireModule>
        )}
        {booking.actions.includes("dispute") && (
          <ButtonLink
            to={`/open-dispute?booking=${booking.id}`}
            variant="quiet"
            className="flex-1 text-danger! @min-[20rem]/shell:whitespace-nowrap"
          >
            Open dispute
          </ButtonLink>
        )}
        {booking.actions.includes("cancel") && <CancelButton booking={booking} mine={mine} />}
      </div>
    </>
  );
}
