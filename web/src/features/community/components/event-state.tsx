import { Badge } from "@/components/badge";
import type { CommunityEvent } from "../event-words";

/** The state of an event, or one's own part in it, in a word; nothing for one to come. */
export function EventState({ event: { state, own, position } }: { event: CommunityEvent }) {
  if (state === "cancelled") return <Badge tone="danger">Cancelled</Badge>;
  if (state === "over") return <Badge>Over</Badge>;
  if (own === "joined") return <Badge tone="leaf">You joined</Badge>;
  if (own === "waiting") {
    return <Badge tone="plum">{position ? `Waiting, number ${position}` : "Waiting"}</Badge>;
  }
  return state === "begun" && <Badge tone="spark">Now</Badge>;
}
