import type { ReactNode } from "react";
import type { Schemas } from "@/lib/api";
import { formatMoney, formatWhen, formatWhenInSentence } from "@/lib/format";
import { cancelText, firstWord, formatHours } from "../format";
import { placeOf, type RequestValues, startOf } from "./schema";

interface RequestTermsProps {
  quote: Schemas["Quote"];
  skill: Schemas["Skill"];
  values: RequestValues;
  /** Whether the request is paid by card, which leaves less time for the answer. */
  byCard: boolean;
}

/** The terms of a request, read again before payment: person, time, place and deadlines. */
export function RequestTerms({ quote, skill, values, byCard }: RequestTermsProps) {
  const answerUntil = byCard ? quote.card_answer_until : quote.answer_until;
  const start = startOf(values);
  const name = firstWord(skill.creator_name);
  return (
    <dl className="grid gap-2 rounded-m bg-sunk px-4 py-3 text-small">
      <Term label="Who">
        {skill.creator_name}, {skill.skill_type}
      </Term>
      {start && (
        <Term label="When">
          {formatWhen(start)}, for {formatHours(quote.hours)}
        </Term>
      )}
      <Term label="Where">{placeOf(values)}</Term>
      {answerUntil && (
        <Term label="Answer">
          {name} has until {formatWhenInSentence(answerUntil)}. If they don't answer,{" "}
          {byCard ? "nothing is taken" : "you get everything back"}.
        </Term>
      )}
      {Number(values.expensesCap) > 0 && (
        <Term label="Expenses">
          Up to {formatMoney(Number(values.expensesCap))} more, if you confirm them afterwards.
        </Term>
      )}
      <Term label="Cancelling">
        {cancelText(quote.cancellation_policy, quote.full_refund_until)}
      </Term>
    </dl>
  );
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="num font-medium">{children}</dd>
    </div>
  );
}
