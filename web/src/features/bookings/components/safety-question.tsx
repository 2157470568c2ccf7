import { Lock } from "lucide-react";
import { RadioCard, Textarea } from "@/components/form";

/** The private answer; undefined parts were not given. */
export interface SafetyAnswer {
  feltSafe?: boolean;
  words: string;
}

interface SafetyQuestionProps {
  firstname: string;
  value: SafetyAnswer;
  onChange: (value: SafetyAnswer) => void;
}

/** Maximum length of what is added, in characters. */
const MAX_LENGTH = 1000;

const ANSWERS = [
  { feltSafe: true, value: "yes", title: "Yes" },
  { feltSafe: false, value: "no", title: "No" },
];

/** The private question beside a review. */
export function SafetyQuestion({ firstname, value, onChange }: SafetyQuestionProps) {
  const { feltSafe, words } = value;
  return (
    <fieldset className="grid gap-2 rounded-m border border-line p-4">
      <legend className="px-1 font-semibold">Did you feel safe? (optional)</legend>
      <p className="flex gap-2 text-small text-ink-2">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        Only moderators see your answer. {firstname} and other neighbours never do.
      </p>
      <div className="grid grid-cols-2 gap-2">
        {ANSWERS.map((answer) => (
          <RadioCard
            key={answer.value}
            name="felt-safe"
            value={answer.value}
            title={answer.title}
            checked={feltSafe === answer.feltSafe}
            onChoose={() => onChange({ ...value, feltSafe: answer.feltSafe })}
          />
        ))}
      </div>
      {feltSafe === false && (
        <>
          <Textarea
            label="What happened?"
            optional
            hint="Moderators read this and look into it."
            rows={3}
            maxLength={MAX_LENGTH}
            value={words}
            onChange={(event) => onChange({ ...value, words: event.target.value })}
          />
          <p className="text-small text-ink-2">If somebody is in danger, call 999.</p>
        </>
      )}
    </fieldset>
  );
}
