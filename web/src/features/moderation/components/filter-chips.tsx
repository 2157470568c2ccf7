import { Chip } from "@/components/chip";
import { cx } from "@/lib/cx";

interface FilterChipsProps<Status extends string> {
  filters: readonly { status: Status; label: string }[];
  shown: Status;
  onChoose: (status: Status) => void;
  className?: string;
}

/** Filters of a list. */
export function FilterChips<Status extends string>({
  filters,
  shown,
  onChoose,
  className,
}: FilterChipsProps<Status>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend has no place here
    <div role="group" aria-label="Show" className={cx("flex flex-wrap gap-2", className)}>
      {filters.map(({ status, label }) => (
        <Chip key={status} pressed={status === shown} onClick={() => onChoose(status)}>
          {label}
        </Chip>
      ))}
    </div>
  );
}
