import { ImagePlus } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from "react";
import { Button, IconButton } from "@/components/button";
import { useFilePicker } from "@/components/file-picker";
import { controlClass, FieldError } from "@/components/form";
import { cx } from "@/lib/cx";
import { PHOTO_ACCEPT, photoError } from "@/lib/photo-file";
import { deliver } from "../outbox/deliver";
import { forget, keep, unsent } from "../outbox/store";
import { isShort, problemOf } from "./limits";
import { PicturePreview } from "./picture-preview";
import type { useDraft } from "./use-draft";
import { useTypingSignal } from "./use-typing-signal";

const PICTURE_MESSAGES = {
  notAnImage: "Only pictures can be sent.",
  tooLarge: "Pictures can have up to 5 MB.",
};

/** Manages the message being written, and its error. */
export function useComposer(draft: ReturnType<typeof useDraft>) {
  const [error, setError] = useState<string>();
  const [short, setShort] = useState(false);
  return {
    draft,
    error,
    setError,
    /** Whether the person is asked to confirm a short first message. */
    short,
    setShort,
    /** Takes the first picture of those chosen, dropped or pasted. */
    attach: (files: readonly File[]) => {
      const [file] = files;
      if (!file) return;
      const problem = photoError(file, PICTURE_MESSAGES);
      setError(problem);
      if (!problem) draft.attach(file);
    },
  };
}

interface ComposerProps {
  composer: ReturnType<typeof useComposer>;
  box: RefObject<HTMLTextAreaElement | null>;
  otherId: string;
  firstname: string;
  /** Whether the two have never written to each other. */
  first: boolean;
  /** Whether the next message is the last one until the other person answers. */
  oneLeft: boolean;
  onSend: () => void;
}

/** Form for writing to the other person. */
export function Composer(props: ComposerProps) {
  const { composer, box, otherId, firstname, first, oneLeft, onSend } = props;
  const { draft, error, setError, short, setShort, attach } = composer;
  const signal = useTypingSignal(otherId);
  const id = useId();

  async function send() {
    const text = draft.text.trim();
    const { picture } = draft;
    if (!text && !picture) return;
    const problem = problemOf(text, first);
    setError(problem);
    if (problem) return box.current?.focus();
    // Asked once: a second press confirms.
    if (first && !picture && !short && isShort(text)) {
      setShort(true);
      return box.current?.focus();
    }
    setShort(false);
    const entry = keep(otherId, text, picture);
    draft.write("");
    draft.attach(undefined);
    onSend();
    box.current?.focus();
    await deliver();
    const { failure } = unsent().find(({ clientId }) => clientId === entry.clientId) ?? {};
    // A refused text goes back into the field, unless that holds another one by now.
    if (failure?.status !== 422 || box.current?.value) return;
    draft.write(text);
    draft.attach(picture);
    setError(failure.message);
    forget(entry.clientId);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!hasKeyboard()) return;
    event.preventDefault();
    send();
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  }

  return (
    <form
      aria-label={`Write to ${firstname}`}
      className="grid gap-2 border-t border-line bg-paper px-3 py-2.5 md:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {draft.picture && (
        <PicturePreview picture={draft.picture} onRemove={() => draft.attach(undefined)} />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {short && (
        <p id={`${id}-short`} role="status" className="text-small text-ink-2">
          {firstname} doesn't know you yet. Add a few words about why you are writing, or press Send
          again to send it as it is.
        </p>
      )}
      {oneLeft && (
        <p id={`${id}-last`} role="status" className="text-small text-ink-2">
          You can send one more message until {firstname} answers.
        </p>
      )}
      <div className="flex flex-wrap items-end gap-1.5">
        <PictureButton onFiles={attach} />
        <textarea
          ref={box}
          rows={1}
          aria-label={`Message to ${firstname}`}
          placeholder={first ? "Say who you are and what it is about" : `Write to ${firstname}…`}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            cx(error ? `${id}-error` : short && `${id}-short`, oneLeft && `${id}-last`) || undefined
          }
          value={draft.text}
          onChange={(event) => {
            draft.write(event.target.value);
            setError(undefined);
            setShort(false);
            if (!first && event.target.value.trim()) signal();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={cx(
            controlClass,
            "field-sizing-content max-h-36 min-w-0 flex-1 basis-24 resize-none rounded-l!",
          )}
        />
        <Button type="submit" className="ml-auto">
          Send
        </Button>
      </div>
    </form>
  );
}

function PictureButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { input, open } = useFilePicker(onFiles, { "aria-label": "Picture", accept: PHOTO_ACCEPT });
  return (
    <>
      <IconButton label="Add a picture" className="size-12" onClick={open}>
        <ImagePlus aria-hidden="true" className="size-6" />
      </IconButton>
      {input}
    </>
  );
}

/** Returns whether Enter sends: on a phone it starts a new line, as usual there. */
function hasKeyboard(): boolean {
  return window.matchMedia?.("(pointer: fine)").matches ?? true;
}
