import { Badge } from "@/components/badge";
import type { Schemas } from "@/lib/api";

type Need = Schemas["Need"];

const ended = {
  closed: { tone: "leaf", text: "Sorted" },
  arranged: { tone: "leaf", text: "Arranged" },
  expired: { tone: "neutral", text: "Expired" },
} as const;

/** The state of a need in a word; nothing for an open need without answers. */
export function NeedState({ need: { state, moderation, answers, is_answered } }: { need: Need }) {
  if (moderation === "removed") return <Badge tone="danger">Taken down</Badge>;
  if (moderation === "held") return <Badge tone="spark">In review</Badge>;
  if (state !== "open") {
    const { tone, text } = ended[state];
    return <Badge tone={tone}>{text}</Badge>;
  }
  if (is_answered) return <Badge tone="leaf">You answered</Badge>;
  return answers > 0 && <Badge tone="plum">{answersInWords(answers)}</Badge>;
}

/** Returns `1 answer`, `3 answers`. */
function answersInWords(count: number): string {
  return `${count} ${count === 1 ? "answer" : "answers"}`;
}
