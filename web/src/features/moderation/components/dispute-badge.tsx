import { Badge } from "@/components/chip";
import type { Schemas } from "@/lib/api";

type Dispute = Schemas["Dispute"];

const outcomes: Record<NonNullable<Dispute["outcome"]>, string> = {
  release: "Paid to the neighbour who helped",
  refund: "Refunded to the neighbour who booked",
  split: "Split",
};

/** State of a dispute as a badge. */
export function DisputeBadge({ dispute: { status, outcome } }: { dispute: Dispute }) {
  return (
    <Badge tone={status === "open" ? "danger" : "neutral"}>
      {outcome ? outcomes[outcome] : "Open"}
    </Badge>
  );
}
