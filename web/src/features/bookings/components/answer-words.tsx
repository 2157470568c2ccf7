import { useState } from "react";
import { Textarea } from "@/components/form";
import { MAX_MESSAGE_LENGTH } from "../message-length";

interface AnswerWordsProps {
  /** First name of the other person. */
  name: string;
  words: string;
  onChange: (words: string) => void;
}

/** Optional text to send along with an acceptance. */
export function AnswerWords({ name, words, onChange }: AnswerWordsProps) {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <button
        type="button"
        className="min-h-11 justify-self-center text-small font-semibold text-leaf hover:underline"
        onClick={() => setOpen(true)}
      >
        Add a few words
      </button>
    );
  }
  return (
    <Textarea
      label={`A few words to ${name}`}
      hint="They are sent with your answer."
      autoFocus
      rows={2}
      maxLength={MAX_MESSAGE_LENGTH}
      value={words}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
