import { Badge } from "@/components/badge";
import type { DocumentStatus } from "../kinds";

const badges = {
  approved: { tone: "leaf", text: "Approved" },
  rejected: { tone: "danger", text: "Rejected" },
  pending: { tone: "spark", text: "Pending" },
  missing: { tone: "spark", text: "Not uploaded" },
} as const;

/** Review status of a document. */
export function StatusBadge({ status }: { status: DocumentStatus }) {
  const { tone, text } = badges[status];
  return <Badge tone={tone}>{text}</Badge>;
}
