import { Badge } from "@/components/chip";
import type { PaperStatus } from "../kinds";

const looks = {
  approved: { tone: "leaf", text: "Approved" },
  rejected: { tone: "danger", text: "Rejected" },
  pending: { tone: "spark", text: "Pending" },
  missing: { tone: "spark", text: "Not uploaded" },
} as const;

/** How far a paper is. */
export function StatusBadge({ status }: { status: PaperStatus }) {
  const { tone, text } = looks[status];
  return <Badge tone={tone}>{text}</Badge>;
}
