import { useState } from "react";
import { RadioCard } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import type { Schemas } from "@/lib/api";

interface CloseNeedDialogProps {
  need: Schemas["Need"];
  busy: boolean;
  error: string | undefined;
  /** Closes the need; `helper` is the id of who helped, if anybody did. */
  send: (helper: string) => void;
  onClose: () => void;
}

/** Asks who helped, and closes the need. */
export function CloseNeedDialog({ need, busy, error, send, onClose }: CloseNeedDialogProps) {
  const { helpers, arranged_with } = need;
  const [helper, setHelper] = useState(arranged_with?.id ?? helpers[0]?.person.id ?? "");
  const choices = [
    ...helpers.map(({ person }) => ({ id: person.id, title: person.name })),
    { id: "", title: "Somebody else, or nobody" },
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Is it sorted?"
      description="It leaves the board. The neighbour who helped is told that you say thank you."
      cancelLabel="Not yet"
      confirmLabel="Sorted, thank you"
      variant="spark"
      busy={busy}
      error={error}
      onConfirm={() => send(helper)}
    >
      {helpers.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-semibold">Who helped?</legend>
          {choices.map(({ id, title }) => (
            <RadioCard
              key={id}
              name="helper"
              value={id}
              title={title}
              checked={helper === id}
              onChoose={() => setHelper(id)}
            />
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
