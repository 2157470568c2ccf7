import { ButtonLink } from "@/components/button";
import { RequireModule } from "@/components/require-module";
import type { Booking } from "../format";

interface NextStepProps {
  booking: Booking;
  /** Whether the viewer is the booking's client. */
  mine: boolean;
}

/** Link from a booking that failed, or that others decide about, to a next step. */
export function NextStep({ booking, mine }: NextStepProps) {
  const { status, escrow, skill_type } = booking;
  if (escrow === "split") {
    return (
      <RequireModule name="wallet">
        <ButtonLink to="/wallet" variant="quiet" block>
          See your wallet
        </ButtonLink>
      </RequireModule>
    );
  }
  if (status === "disputed") {
    return (
      <ButtonLink to="/help#if-something-goes-wrong" variant="quiet" block>
        How a dispute is decided
      </ButtonLink>
    );
  }
  if (status !== "rejected" && status !== "cancelled") return null;
  return mine ? (
    <ButtonLink
      to={`/explore-list?${new URLSearchParams({ category: skill_type })}`}
      variant="spark"
      block
    >
      Others nearby who can help
    </ButtonLink>
  ) : (
    <ButtonLink to="/settings/availability" variant="quiet" block>
      Say when you can be booked
    </ButtonLink>
  );
}
