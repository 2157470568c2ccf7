import { Badge } from "@/components/badge";
import type { Schemas } from "@/lib/api";

const badges = {
  visible: { tone: "leaf", text: "Visible" },
  flagged: { tone: "spark", text: "Visible, reported" },
  held: { tone: "neutral", text: "Held" },
  removed: { tone: "danger", text: "Removed" },
} as const;

/** The moderation state of a skill, a need or a review, for staff. */
export function ModerationBadge({ state }: { state: Schemas["ModerationState"] }) {
  const { tone, text } = badges[state];
  return <Badge tone={tone}>{text}</Badge>;
}
