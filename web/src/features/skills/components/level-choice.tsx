import { useId } from "react";
import { FieldError, RadioCard } from "@/components/form";
import { formatLevel, LEVELS, type Level } from "@/lib/format";

const levelDescriptions: Record<Level, string> = {
  beginner: "You can do the simple things and are still learning.",
  intermediate: "You have done it often and know your way around.",
  expert: "You have years of practice, or it is your trade.",
};

interface LevelChoiceProps {
  value: Level | null;
  onChange: (level: Level) => void;
  error?: string | undefined;
}

/** Choice of the experience level, each with an explanation. */
export function LevelChoice({ value, onChange, error }: LevelChoiceProps) {
  const errorId = useId();
  return (
    <fieldset
      data-invalid={error && true}
      aria-describedby={error && errorId}
      className="grid gap-1.5"
    >
      <legend className="sr-only">Experience level</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {LEVELS.map((level) => (
          <RadioCard
            key={level}
            name="experience_level"
            value={level}
            checked={value === level}
            onChoose={() => onChange(level)}
            title={formatLevel(level)}
            text={levelDescriptions[level]}
          />
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
