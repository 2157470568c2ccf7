import { Clock } from "lucide-react";
import { Card } from "@/components/card";
import { AnswerForm } from "@/components/dispute/answer-form";
import { Decision } from "@/components/dispute/decision";
import { DisputeThread } from "@/components/dispute/thread";
import { Loaded } from "@/components/loaded";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api } from "@/lib/api";
import { formatWhenInSentence } from "@/lib/format";
import { usePollInterval } from "@/lib/live";
import { POLL_MS, useOwnId } from "../api/use-booking";
import type { Booking } from "../format";

/** The dispute about a booking, as its two parties read it: the messages and the decision. */
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
                  An admin reads what you both say, may ask questions, and decides. Until then
                  nothing is settled.
                </p>
              )}
              {dispute.answer_by && (
                <AnswerBy
                  at={dispute.answer_by}
                  respondent={dispute.opened_by === me ? other.firstname : undefined}
                />
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

/** Deadline of the accused party's answer; `asked` is their name, unless they are the viewer. */
function AnswerBy({ at, respondent }: { at: string; respondent: string | undefined }) {
  const when = formatWhenInSentence(at);
  const over = Date.parse(at) <= Date.now();
  if (respondent) {
    return (
      <p className="num">
        {respondent} {over ? "was" : "is"} asked to answer by {when}.
      </p>
    );
  }
  return (
    <p className="num flex gap-2.5 rounded-s bg-danger-soft px-4 py-3 font-semibold text-danger">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {over
        ? `You were asked to answer by ${when}. You can still answer, but an admin may decide at any time.`
        : `Please answer by ${when}. After that, an admin may decide without your answer.`}
    </p>
  );
}
