import { formatLevel, LEVELS, type Level } from "@/lib/format";

const meanings: Record<Level, string> = {
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
        <label
          key={level}
          className="flex cursor-pointer gap-3 rounded-m bg-card p-4 shadow-card transition-shadow hover:shadow-raised has-checked:ring-3 has-checked:ring-leaf has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
        >
          <input
            type="radio"
            name="experience_level"
            value={level}
            checked={value === level}
            onChange={() => onChange(level)}
            className="mt-0.5 size-5 shrink-0 accent-leaf"
          />
          <span>
            <span className="block font-bold">{formatLevel(level)}</span>
            <span className="block text-small text-ink-2">{meanings[level]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
