import type { ReactNode } from "react";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { formatAmount } from "@/lib/format";
import { divide, nameOfKind } from "./kinds";

/** Pounds by where they are, and where they came from and went to. */
export function PoundsCard({ pounds }: { pounds: Schemas["LedgerOverview"]["pounds"] }) {
  const { inside, outside, held } = divide(pounds);
  const amount = (value: number) => formatAmount("wallet", value);
  return (
    <Totals title="Pounds" total={amount(held)} note="that you hold for your neighbours">
      {inside.map(({ kind, balance }) => (
        <Line key={kind} label={nameOfKind(kind)} amount={amount(balance)} />
      ))}
      {outside.map(({ kind, balance }) => (
        <Line
          key={kind}
          label={nameOfKind(kind)}
          amount={`${amount(Math.abs(balance))} ${balance > 0 ? "out" : "in"}`}
          quiet
        />
      ))}
    </Totals>
  );
}

/** Sparks by where they are. */
export function SparksCard({ sparks }: { sparks: Schemas["LedgerOverview"]["sparks"] }) {
  const { inside, held } = divide(sparks);
  const amount = (value: number) => formatAmount("spark_token", value);
  return (
    <Totals title="Sparks" total={amount(held)} note="in circulation">
      {inside.map(({ kind, balance }) => (
        <Line key={kind} label={nameOfKind(kind)} amount={amount(balance)} />
      ))}
    </Totals>
  );
}

interface TotalsProps {
  title: string;
  total: string;
  note: string;
  children: ReactNode[] | ReactNode;
}

function Totals({ title, total, note, children }: TotalsProps) {
  return (
    <Card className="grid gap-4">
      <h3 className="text-title">{title}</h3>
      <p>
        <span className="num block font-display text-heading font-bold wrap-anywhere">{total}</span>
        <span className="text-ink-2">{note}</span>
      </p>
      <dl className="grid gap-2 border-t border-line pt-4">{children}</dl>
    </Card>
  );
}

function Line({ label, amount, quiet }: { label: string; amount: string; quiet?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${quiet ? "text-ink-2" : ""}`}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="num font-semibold">{amount}</dd>
    </div>
  );
}
