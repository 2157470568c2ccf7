import { RadioCard } from "@/components/form";
import { formatLevel, LEVELS, type Level } from "@/lib/format";

const levelDescriptions: Record<Level, string> = {
  beginner: "You can do the simple things and are still learning.",
  intermediate: "You have done it often and know your way around.",
  expert: "You have years of practice, or it is your trade.",
};

interface LevelChoiceProps {
  value: Level | null;
  onChange: (level: Level) => void;
}

/** How practised the person is, each level with what it means. */
export function LevelChoice({ value, onChange }: LevelChoiceProps) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="sr-only">Experience level</legend>
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
    </fieldset>
  );
}
