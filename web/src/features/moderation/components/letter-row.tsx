import { Badge } from "@/components/chip";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";

/** A sent letter with its progress and text. */
export function LetterRow({ letter }: { letter: Schemas["Letter"] }) {
  const { subject, text, sent_at, sent_by_name, done } = letter;
  return (
    <div className="py-3 wrap-anywhere">
      <h3 className="font-bold">{subject}</h3>
      <p className="num flex flex-wrap items-center gap-x-2 gap-y-1">
        {!done && <Badge tone="spark">Being sent</Badge>}
        {progress(letter)}
      </p>
      <p className="num text-small text-ink-2">
        {[formatWhen(sent_at), sent_by_name].filter(Boolean).join(" · ")}
      </p>
      <details>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold underline">
          Read it<span className="sr-only">: {subject}</span>
        </summary>
        <p className="pb-2 whitespace-pre-line">{text}</p>
      </details>
    </div>
  );
}

/** Returns `Sent to 212 members`, or the number so far. */
function progress({ done, sent, members }: Schemas["Letter"]): string {
  return done ? `Sent to ${membersInWords(sent)}` : `Sent to ${sent} of ${members} so far`;
}

/** Returns `1 member`, `212 members`. */
export function membersInWords(count: number): string {
  return `${count} ${count === 1 ? "member" : "members"}`;
}
