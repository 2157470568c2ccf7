import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { PersonLink } from "@/components/person-link";
import { Price } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { ClaimLine } from "./claim-line";
import { DisputeBadge } from "./dispute-badge";

type Dispute = Schemas["Dispute"];

/** Summary of a dispute, with a link to the case. */
export function DisputeCard({ dispute }: { dispute: Dispute }) {
  const { bookingId, client, provider, statements } = dispute;
  const openedBy = [client, provider].find(({ id }) => id === dispute.opened_by);
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h3 className="text-title">
            #{bookingId} {dispute.title}
          </h3>
          <p className="text-small text-ink-2">
            <Person person={client} /> booked <Person person={provider} />
          </p>
        </div>
        <DisputeBadge dispute={dispute} />
      </div>
      <blockquote className="line-clamp-4 rounded-s bg-sunk p-3 whitespace-pre-line">
        {dispute.message}
      </blockquote>
      <p className="num text-small text-ink-2">
        {openedBy ? openedBy.firstname : "Opened automatically"}, {formatWhen(dispute.created_at)} ·{" "}
        {statements === 1 ? "1 answer" : `${statements} answers`}
      </p>
      {dispute.status === "open" && !dispute.own && (
        <ClaimLine queue="disputes" id={bookingId} what={`booking ${bookingId}`} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Amount dispute={dispute} />
        {dispute.own ? (
          <p className="text-small text-ink-2">
            You are one of the two, so another admin decides it.
          </p>
        ) : (
          <ButtonLink to={`/admin/disputes/${bookingId}`} size="small">
            Open the case<span className="sr-only"> of booking {bookingId}</span>
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function Person({ person }: { person: Schemas["Party"] }) {
  return (
    <PersonLink
      id={person.left ? undefined : person.id}
      className="font-semibold text-ink hover:underline"
    >
      {person.firstname} {person.lastname}
    </PersonLink>
  );
}

function Amount({ dispute: { payment_method: method, price } }: { dispute: Dispute }) {
  return method === "spark_token" ? <Price sparks={price} /> : <Price pounds={price} />;
}
