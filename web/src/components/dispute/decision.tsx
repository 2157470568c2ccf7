import type { Schemas } from "@/lib/api";
import { settlementText } from "@/lib/booking/amounts";
import { formatWhen } from "@/lib/format";

/** The outcome of a dispute, the amounts, and the reason. */
export function Decision({ dispute, viewer }: { dispute: Schemas["Dispute"]; viewer?: string }) {
  const { outcome, reason, resolved_at, settlement } = dispute;
  if (!outcome) return null;
  const amounts = settlement && settlementText(dispute, settlement, viewer);
  return (
    <section aria-label="The decision" className="grid gap-2 rounded-s bg-leaf-soft p-4">
      <h3 className="font-bold">{title(dispute, viewer)}</h3>
      {amounts && <p className="num font-semibold">{amounts}</p>}
      {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
      {resolved_at && (
        <p className="num text-small text-ink-2">Decided by an admin, {formatWhen(resolved_at)}</p>
      )}
    </section>
  );
}

function title(dispute: Schemas["Dispute"], viewer?: string): string {
  const { outcome, price, client, provider } = dispute;
  if (price === 0) return `The booking counts as ${outcome === "refund" ? "not done" : "done"}`;
  switch (outcome) {
    case "release":
      return provider.id === viewer ? "You are paid" : `${provider.firstname} is paid`;
    case "refund":
      return client.id === viewer
        ? "You get everything back"
        : `${client.firstname} gets everything back`;
    default:
      return "The payment is shared";
  }
}
