import { Badge } from "@/components/badge";
import { formatDayInSentence } from "@/lib/format";

/** The day by which a report or an appeal is to be decided, or that it is late. */
export function DueNote({ due, now = new Date() }: { due: string | undefined; now?: Date }) {
  if (!due) return null;
  const isLate = Date.parse(due) < now.getTime();
  if (isLate) return <Badge tone="danger">Late: was due {formatDayInSentence(due, now)}</Badge>;
  return <Badge>Decide by {formatDayInSentence(due, now)}</Badge>;
}
