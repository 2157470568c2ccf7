import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { useAudienceText } from "./use-audience-text";

/** A sent letter with its progress and text. */
export function LetterRow({ letter }: { letter: Schemas["Letter"] }) {
  const { subject, text, sent_at, sent_by_name, done, stopped } = letter;
  const audience = useAudienceText(letter.segment);
  return (
    <div className="py-3 wrap-anywhere">
      <h3 className="font-bold">{subject}</h3>
      <p className="num flex flex-wrap items-center gap-x-2 gap-y-1">
        {!done && <Badge tone="spark">Being sent</Badge>}
        {stopped && <Badge>Stopped</Badge>}
        {progress(letter)}
      </p>
      <p className="num text-small text-ink-2">
        {[formatWhen(sent_at), sent_by_name, audience].filter(Boolean).join(" · ")}
      </p>
      <details>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold underline">
          Read it<span className="sr-only">: {subject}</span>
        </summary>
        <p className="pb-2 whitespace-pre-line">{text}</p>
      </details>
      {!done && <StopLetter letter={letter} />}
    </div>
  );
}

function StopLetter({ letter: { id, subject, sent, members } }: { letter: Schemas["Letter"] }) {
  const cache = useQueryCache();
  const [asking, setAsking] = useState(false);
  const stop = api.useMutation("put", "/api/admin/letters/{id}/stop", {
    onSuccess: () => toast.success("The letter is stopped"),
    onSettled: () => {
      setAsking(false);
      cache.invalidate("/api/admin/letters", "/api/admin/audit");
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Stop<span className="sr-only">: {subject}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Stop this letter?"
        description={`It has gone to ${sent} of ${members}. Nobody else gets it, and you cannot go on with it later.`}
        cancelLabel="Go on sending"
        confirmLabel="Stop it"
        variant="danger"
        busy={stop.isPending}
        onConfirm={() => stop.mutate({ params: { path: { id } } })}
      />
    </>
  );
}

/** Returns `Sent to 212 members`, or the number so far. */
function progress({ done, stopped, sent, members }: Schemas["Letter"]): string {
  return done && !stopped
    ? `Sent to ${membersInWords(sent)}`
    : `Sent to ${sent} of ${members}${stopped ? "" : " so far"}`;
}

/** Returns `1 member`, `212 members`. */
export function membersInWords(count: number): string {
  return `${count} ${count === 1 ? "member" : "members"}`;
}
