import { Card } from "@/components/card";
import { PagedList } from "@/components/paged-list";
import { PersonLink } from "@/components/person-link";
import { type Schemas, usePages } from "@/lib/api";
import { formatDay, formatMoney, formatWhen } from "@/lib/format";
import { FilterChips } from "../components/filter-chips";
import { useFilter } from "../components/queue";

type Chargeback = Schemas["Chargeback"];

const FILTERS = [
  { status: "open", label: "Open", empty: "No card payment is disputed at the moment." },
  { status: "lost", label: "Lost", empty: "No bank has taken a card payment back." },
  { status: "won", label: "Won", empty: "No bank has left a payment with your community yet." },
] as const;

/** Card payments that members dispute at their bank, and refunds that did not reach a card. */
export function Chargebacks() {
  const { filters, shown, choose } = useFilter(FILTERS);
  const path = "/api/admin/wallet/chargebacks";
  return (
    <Card className="grid gap-3">
      <h3 className="text-title">Disputed at the bank</h3>
      <p className="text-ink-2">
        A neighbour can ask their bank to take a card payment back. What it paid for is set aside
        until the bank decides. Answer in Stripe's dashboard in time, or the money is lost.
      </p>
      <FilterChips filters={filters} shown={shown.status} onChoose={choose} />
      <PagedList
        list={usePages(path, { query: { state: shown.status } })}
        placeholders={2}
        error="The disputed payments could not be loaded."
        empty={<p>{shown.empty}</p>}
        keyOf={({ id }) => id}
      >
        {(item) => <ChargebackRow item={item} />}
      </PagedList>
      <FailedRefunds />
    </Card>
  );
}

function ChargebackRow({ item }: { item: Chargeback }) {
  const { amount, opened_at, booking_id, id, status } = item;
  return (
    <div className="grid gap-1 py-3">
      <p className="font-semibold">
        <span className="num">{formatMoney(amount)}</span> by <Member item={item} />
      </p>
      <p>
        {booking_id ? `Card payment for booking ${booking_id}` : "Top-up of their wallet"}, disputed{" "}
        {formatDay(opened_at)}. {moneyText(item)}
      </p>
      <p className="text-small text-ink-2 wrap-anywhere">
        {deadlineText(item)} {id}, {status.replaceAll("_", " ")}
      </p>
    </div>
  );
}

function Member({ item }: { item: { user_id: string; name: string } }) {
  return (
    <PersonLink id={item.name && item.user_id} className="underline">
      {item.name || "a former member"}
    </PersonLink>
  );
}

/** Returns what was set aside, and what the community bears. */
function moneyText({ state, set_aside, loss }: Chargeback): string {
  if (state === "won") return "Everything is back where it was.";
  const borne = loss > 0 ? ` Your community bears ${formatMoney(loss)}.` : "";
  const verb = state === "open" ? "is" : "was";
  return set_aside > 0 ? `${formatMoney(set_aside)} ${verb} set aside.${borne}` : borne.trim();
}

function deadlineText({ state, evidence_due, closed_at }: Chargeback): string {
  if (closed_at) return `Ended ${formatWhen(closed_at)}.`;
  if (state !== "open" || !evidence_due) return "";
  return Date.parse(evidence_due) > Date.now()
    ? `Answer Stripe by ${formatWhen(evidence_due)}.`
    : "The time to answer Stripe is over.";
}

/** Refunds that a card did not take; empty without any. */
function FailedRefunds() {
  const list = usePages("/api/admin/wallet/failed-refunds", {});
  // Hardly ever are there any, so nothing holds their place while they load.
  if (!list.isError && !list.data?.length) return null;
  return (
    <section aria-labelledby="failed-refunds" className="grid gap-2 border-t border-line pt-3">
      <h4 id="failed-refunds" className="font-semibold">
        Refunds that a card did not take
      </h4>
      <p className="text-ink-2">The money is in the neighbour's wallet instead.</p>
      <PagedList
        list={list}
        placeholders={1}
        error="The failed refunds could not be loaded."
        keyOf={({ id }) => id}
      >
        {(item) => (
          <p className="py-2">
            <span className="num font-semibold">{formatMoney(item.amount)}</span> to{" "}
            <Member item={item} />
            {item.booking_id ? ` for booking ${item.booking_id}` : ""}, {formatWhen(item.at)}
          </p>
        )}
      </PagedList>
    </section>
  );
}
