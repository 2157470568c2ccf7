import { Star } from "lucide-react";
import { useId } from "react";
import { FieldError } from "@/components/form";
import { cx } from "@/lib/cx";

const STARS = [1, 2, 3, 4, 5] as const;
const ratingLabels = ["", "Poor", "Fair", "Good", "Very good", "Excellent"];

interface StarChoiceProps {
  label: string;
  /** Number of stars; 0 before a choice. */
  value: number;
  onChange: (value: number) => void;
  error?: string | undefined;
}

/** One to five stars: native radio buttons, so that the arrow keys work as usual. */
export function StarChoice({ label, value, onChange, error }: StarChoiceProps) {
  const errorId = useId();
  return (
    <fieldset data-invalid={error && true} aria-describedby={error && errorId}>
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1.5 flex flex-wrap items-center gap-1">
        {STARS.map((stars) => (
          <label
            key={stars}
            className="grid size-12 cursor-pointer place-items-center rounded-full hover:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="sr-only"
            />
            <Star
              aria-hidden="true"
              className={cx("size-9", stars <= value ? "fill-current text-spark" : "text-edge")}
            />
            <span className="sr-only">
              {stars} {stars === 1 ? "star" : "stars"}: {ratingLabels[stars]}
            </span>
          </label>
        ))}
        <span aria-hidden="true" className="ml-2 font-semibold text-ink-2">
          {ratingLabels[value]}
        </span>
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
