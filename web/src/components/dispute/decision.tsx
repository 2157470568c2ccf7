import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { settlementText } from "./amounts";

/** How a dispute was decided, who gets what, and why. */
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

function title({ outcome, client, provider }: Schemas["Dispute"], viewer?: string): string {
  const name = (person: Schemas["Party"]) => (person.id === viewer ? "you" : person.firstname);
  switch (outcome) {
    case "release":
      return `Decided for ${name(provider)}`;
    case "refund":
      return `Decided for ${name(client)}`;
    default:
      return "Decided for a part each";
  }
}
