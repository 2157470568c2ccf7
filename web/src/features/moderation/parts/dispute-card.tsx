import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Badge } from "@/components/chip";
import { Price } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { DecisionDialog } from "./decision-dialog";
import { DisputeFile } from "./dispute-file";

export type Dispute = Schemas["Dispute"];

const outcomes: Record<NonNullable<Dispute["outcome"]>, string> = {
  release: "Paid to the provider",
  refund: "Refunded to the client",
  split: "Split",
};

/** What two people do not agree about, and the decision. */
export function DisputeCard({ dispute }: { dispute: Dispute }) {
  const [deciding, setDeciding] = useState(false);
  const { client, provider, outcome } = dispute;
  const openedBy = [client, provider].find(({ id }) => id === dispute.opened_by);
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h3 className="text-title">
            #{dispute.bookingId} {dispute.title}
          </h3>
          <p className="text-small text-ink-2">
            <Person person={client} /> booked <Person person={provider} />
          </p>
        </div>
        <Badge tone={dispute.status === "open" ? "danger" : "neutral"}>
          {outcome ? outcomes[outcome] : "Open"}
        </Badge>
      </div>
      <blockquote className="rounded-s bg-sunk p-3 whitespace-pre-line">
        {dispute.message}
        <footer className="num mt-1 text-small text-ink-2">
          {openedBy ? openedBy.firstname : "Opened by itself"}, {formatWhen(dispute.created_at)}
        </footer>
      </blockquote>
      {dispute.file_url && <DisputeFile bookingId={dispute.bookingId} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Amount dispute={dispute} />
        {dispute.status === "open" && (
          <Button size="small" onClick={() => setDeciding(true)}>
            Decide<span className="sr-only"> booking {dispute.bookingId}</span>
          </Button>
        )}
      </div>
      <DecisionDialog dispute={dispute} open={deciding} onOpenChange={setDeciding} />
    </Card>
  );
}

function Person({ person }: { person: Schemas["Party"] }) {
  return (
    <Link to={`/user-profile/${person.id}`} className="font-semibold text-ink hover:underline">
      {person.firstname} {person.lastname}
    </Link>
  );
}

function Amount({ dispute: { payment_method: method, price } }: { dispute: Dispute }) {
  return method === "spark_token" ? <Price sparks={price} /> : <Price pounds={price} />;
}
