import { Badge } from "@/components/chip";
import type { Schemas } from "@/lib/api";

const badges = {
  approved: { tone: "leaf", text: "Listed" },
  pending: { tone: "spark", text: "In review" },
  rejected: { tone: "danger", text: "Not approved" },
} as const;

/** Whether neighbours can see and book a skill. */
export function StatusBadge({ status }: { status: Schemas["Skill"]["approval_status"] }) {
  const { tone, text } = badges[status];
  return <Badge tone={tone}>{text}</Badge>;
}
