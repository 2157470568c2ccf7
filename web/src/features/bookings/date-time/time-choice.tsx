import { groupByPartOfDay } from "./free-days";

interface TimeChoiceProps {
  times: readonly string[];
  /** The chosen time; empty before a choice. */
  value: string;
  onChoose: (time: string) => void;
  /** Id of the message about a missing choice. */
  errorId: string | undefined;
}

/** The free times of one day, by the parts of the day. */
export function TimeChoice({ times, value, onChoose, errorId }: TimeChoiceProps) {
  return (
    <fieldset data-invalid={errorId && true} aria-describedby={errorId} className="grid gap-3">
      <legend className="sr-only">Time</legend>
      {groupByPartOfDay(times).map((part) => (
        <div key={part.name} className="grid gap-1.5">
          <p aria-hidden="true" className="text-small text-ink-2">
            {part.name}
          </p>
          <div className="grid grid-cols-4 gap-2 sm:grid-cols-6">
            {part.times.map((time) => (
              <label
                key={time}
                className="num relative grid min-h-11 cursor-pointer place-content-center rounded-full bg-card text-small font-semibold ring-[1.5px] ring-inset ring-edge transition-colors hover:bg-sunk has-checked:bg-ink has-checked:text-paper has-checked:ring-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
              >
                <input
                  type="radio"
                  name="free-time"
                  value={time}
                  checked={time === value}
                  onChange={() => onChoose(time)}
                  // As large as its label, so that touch exploration finds it.
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                {time}
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
