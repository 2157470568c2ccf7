import type { ReactNode } from "react";
import { Badge } from "@/components/badge";
import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { formatDay, formatHours } from "@/lib/format";

const badges = {
  waiting: { tone: "spark", text: "Waiting" },
  confirmed: { tone: "leaf", text: "Confirmed" },
  unanswered: { tone: "leaf", text: "Counted without an answer" },
  objected: { tone: "danger", text: "Objected" },
  withdrawn: { tone: "neutral", text: "Withdrawn" },
  reversed: { tone: "danger", text: "Reversed" },
} as const;

interface ExchangeSummaryProps {
  exchange: Pick<
    Schemas["Exchange"],
    | "skill"
    | "date"
    | "hours"
    | "status"
    | "tokens"
    | "reason"
    | "writer_delegate"
    | "answer_delegate"
  >;
  /** Who helped whom. */
  sides: ReactNode;
  /** Which way the sparks go, for screen readers. */
  direction?: string;
  heading: "h2" | "h3";
}

/** Skill, sides, day, status and sparks of a past exchange, and why it does not count. */
export function ExchangeSummary({ exchange, sides, direction, heading }: ExchangeSummaryProps) {
  const { tone, text } = badges[exchange.status];
  const Heading = heading;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <Heading className="text-title wrap-anywhere">{exchange.skill}</Heading>
          <p className="wrap-anywhere">{sides}</p>
          <p className="num text-small text-ink-2">
            {formatDay(exchange.date)}, {formatHours(exchange.hours)}
          </p>
          <Delegates exchange={exchange} />
        </div>
        <div className="grid justify-items-end gap-1.5">
          <Badge tone={tone}>{text}</Badge>
          <span>
            {direction && <span className="sr-only">{direction} </span>}
            <Sparks amount={exchange.tokens} spelled />
          </span>
        </div>
      </div>
      {exchange.reason && (
        <p className="rounded-s bg-sunk px-4 py-3 wrap-anywhere">{exchange.reason}</p>
      )}
    </>
  );
}

/** Names of those who acted for a side. */
function Delegates({
  exchange: { writer_delegate, answer_delegate },
}: Pick<ExchangeSummaryProps, "exchange">) {
  const words = [
    writer_delegate && `Written down by ${writer_delegate}, as a helper.`,
    answer_delegate && `Answered by ${answer_delegate}, as a helper.`,
  ].filter(Boolean);
  return words.length > 0 && <p className="text-small text-ink-2">{words.join(" ")}</p>;
}
