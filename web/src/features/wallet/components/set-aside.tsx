import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { formatMoney } from "@/lib/format";

interface SetAsideProps {
  /** A balance stored by an earlier version of the client has no such amounts. */
  balance: Partial<Pick<Schemas["FullBalance"], "held" | "in_escrow">>;
  /** Whether the community uses pounds beside sparks. */
  hasCash: boolean;
}

/** Money that the person cannot spend at present, each amount with an explanation. */
export function SetAside({ balance: { held, in_escrow }, hasCash }: SetAsideProps) {
  if (!held || !in_escrow) return null;
  return (
    <dl className="mt-4 grid gap-3">
      <Pocket
        label="Set aside"
        amounts={held}
        hasCash={hasCash}
        text="For a booking that you're about to make. It comes back after 15 minutes if you don't use it."
      />
      <Pocket
        label="In escrow"
        amounts={in_escrow}
        hasCash={hasCash}
        text="Paid for bookings that are not settled yet. It goes to your neighbour after the visit, or comes back to you."
      />
    </dl>
  );
}

interface PocketProps {
  label: string;
  amounts: Schemas["Amounts"];
  hasCash: boolean;
  text: string;
}

function Pocket({ label, amounts, hasCash, text }: PocketProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <dt className="font-semibold">{label}</dt>
      <dd className="num flex items-center gap-3 font-bold">
        {hasCash && <span>{formatMoney(amounts.gbp)}</span>}
        <Sparks amount={amounts.spark} />
      </dd>
      <dd className="basis-full text-small text-ink-2">{text}</dd>
    </div>
  );
}
