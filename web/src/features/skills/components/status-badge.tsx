import { Badge } from "@/components/badge";
import type { Schemas } from "@/lib/api";

const badges = {
  approved: { tone: "leaf", text: "Listed" },
  pending: { tone: "spark", text: "In review" },
  rejected: { tone: "danger", text: "Not approved" },
} as const;

type Standing = Pick<Schemas["Skill"], "approval_status" | "moderation">;

/** Badge with a skill's visibility to neighbours. */
export function StatusBadge({ skill }: { skill: Standing }) {
  if (skill.moderation === "removed") return <Badge tone="danger">Taken down</Badge>;
  if (skill.moderation === "held") return <Badge tone="spark">In review</Badge>;
  const { tone, text } = badges[skill.approval_status];
  return <Badge tone={tone}>{text}</Badge>;
}
