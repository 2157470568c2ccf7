import { Card } from "@/components/card";
import { AnswerForm } from "@/components/dispute/answer-form";
import { Decision } from "@/components/dispute/decision";
import { DisputeThread } from "@/components/dispute/thread";
import { Loaded } from "@/components/loaded";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import type { Booking } from "../format";
import { POLL_MS, useOwnId } from "../use-booking";

/** The dispute about a booking, as its two parties read it: what was said, and the decision. */
export function DisputeSection({ booking }: { booking: Booking }) {
  const me = useOwnId();
  const refetchInterval = usePollInterval(POLL_MS);
  const dispute = api.useQuery(
    "get",
    "/api/dispute/{id}",
    { params: { path: { id: booking.id } } },
    { refetchInterval },
  );
  const other = booking.client.id === me ? booking.provider : booking.client;
  return (
    <Card>
      <section aria-labelledby="dispute" className="grid gap-4">
        <h2 id="dispute" className="text-title">
          The dispute
        </h2>
        <Loaded
          query={dispute}
          error="The dispute could not be loaded."
          skeleton={
            <SkeletonList count={2}>
              <SkeletonRow />
            </SkeletonList>
          }
        >
          {(dispute) => (
            <>
              <Decision dispute={dispute} viewer={me} />
              {dispute.status === "open" && (
                <p className="text-ink-2">
                  An admin reads what you both say, may ask, and decides. Until then nobody is paid.
                </p>
              )}
              <DisputeThread dispute={dispute} />
              {dispute.status === "open" && (
                <AnswerForm
                  id={booking.id}
                  label="Your answer"
                  hint={`${other.firstname} and the admins read it. It can't be changed later.`}
                />
              )}
            </>
          )}
        </Loaded>
      </section>
    </Card>
  );
}
