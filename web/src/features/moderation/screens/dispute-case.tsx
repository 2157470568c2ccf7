import { ArrowLeft, Scale } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { AnswerForm } from "@/components/dispute/answer-form";
import { Decision } from "@/components/dispute/decision";
import { DisputeThread } from "@/components/dispute/thread";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { ApiError, api, type Schemas } from "@/lib/api";
import { formatWhenInSentence } from "@/lib/format";
import { useModule } from "@/lib/site";
import { BookingFacts } from "../case/booking-facts";
import { DecisionForm } from "../case/decision-form";
import { LedgerLines } from "../case/ledger-lines";
import { CaseMessages } from "../case/messages";
import { Parties } from "../case/parties";
import { DisputeBadge } from "../components/dispute-badge";

/** A dispute for an admin: both sides, the history, and the decision. */
export function Component() {
  const bookingId = Number(useParams().id);
  const known = Number.isSafeInteger(bookingId) && bookingId > 0;
  const found = api.useQuery(
    "get",
    "/api/admin/disputes/{bookingId}",
    { params: { path: { bookingId } } },
    { enabled: known },
  );
  const code = found.error instanceof ApiError ? found.error.code : undefined;
  const missing = !known || code === "bookings.not_found" || code === "bookings.dispute_not_found";
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle>{`Dispute about booking #${bookingId}`}</PageTitle>
      <Link
        to="/admin/disputes"
        className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        All disputes
      </Link>
      {missing && <EmptyState icon={<Scale />} title="There is no dispute about this booking" />}
      {code === "bookings.own_dispute" && (
        <EmptyState
          icon={<Scale />}
          title="You are one of the two"
          action={<ButtonLink to="/bookings">See your bookings</ButtonLink>}
        >
          Another admin decides this dispute. You can answer on the booking's page.
        </EmptyState>
      )}
      {!missing && code !== "bookings.own_dispute" && (
        <Loaded
          query={found}
          skeleton={
            <SkeletonList count={4}>
              <SkeletonRow />
            </SkeletonList>
          }
        >
          {(found) => <Case found={found} />}
        </Loaded>
      )}
    </div>
  );
}

function Case({ found }: { found: Schemas["DisputeCase"] }) {
  const { dispute, booking, client, provider, ledger } = found;
  const isOpen = dispute.status === "open";
  const accused = dispute.opened_by === client.id ? provider : client;
  const hasChat = useModule("chat");
  const hasWallet = useModule("wallet");
  const { top, onDecided } = useShownDecision(isOpen);
  return (
    <>
      <div ref={top} className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-title wrap-anywhere">
          #{dispute.bookingId} {dispute.title}
        </h2>
        <DisputeBadge dispute={dispute} />
      </div>
      <Decision dispute={dispute} />
      <Part title="The two parties">
        <Parties client={client} provider={provider} />
      </Part>
      <Part title="The booking">
        <BookingFacts booking={booking} />
      </Part>
      <Part title="What they say">
        <DisputeThread dispute={dispute} />
        {dispute.answer_by && (
          <p className="num font-semibold">
            {accused.firstname} has not answered yet, and has until{" "}
            {formatWhenInSentence(dispute.answer_by)}.
          </p>
        )}
        {isOpen && (
          <AnswerForm
            id={dispute.bookingId}
            label="Ask or answer"
            hint={`${client.firstname} and ${provider.firstname} both read it and get an email.`}
          />
        )}
      </Part>
      {hasChat && (
        <Part title="Their messages">
          <CaseMessages found={found} />
        </Part>
      )}
      {hasWallet && (
        <Part title="The money">
          <LedgerLines lines={ledger} />
        </Part>
      )}
      {isOpen && (
        <Part title="Your decision">
          <DecisionForm dispute={dispute} onDecided={onDecided} />
        </Part>
      )}
    </>
  );
}

/**
 * Scrolls to the decision at the top, after the form below has been sent and removed. A decision by
 * somebody else scrolls nothing.
 */
function useShownDecision(isOpen: boolean) {
  const top = useRef<HTMLDivElement>(null);
  const decided = useRef(false);
  useEffect(() => {
    if (!isOpen && decided.current) top.current?.scrollIntoView();
  }, [isOpen]);
  const onDecided = () => {
    decided.current = true;
  };
  return { top, onDecided };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <section aria-label={title} className="grid gap-4">
        <h3 className="font-bold">{title}</h3>
        {children}
      </section>
    </Card>
  );
}
