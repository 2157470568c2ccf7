import { Badge } from "@/components/badge";
import type { Schemas } from "@/lib/api";

type Dispute = Schemas["Dispute"];

const OUTCOME_LABELS: Record<NonNullable<Dispute["outcome"]>, string> = {
  release: "Paid to the neighbour who helped",
  refund: "Refunded to the neighbour who booked",
  split: "Shared between the two",
};

/** Shows the outcome of a dispute, or that it is open. */
export function DisputeBadge({ dispute }: { dispute: Dispute }) {
  return <Badge tone={dispute.status === "open" ? "danger" : "neutral"}>{labelOf(dispute)}</Badge>;
}

function labelOf({ outcome, price }: Dispute): string {
  if (!outcome) return "Open";
  if (price === 0) return outcome === "refund" ? "Counts as not done" : "Counts as done";
  return OUTCOME_LABELS[outcome];
}
