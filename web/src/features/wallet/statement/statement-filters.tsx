import type { ReactNode } from "react";
import { Chip } from "@/components/chip";
import { Select } from "@/components/form";
import { formatMonth } from "@/lib/format";
import { recentMonths } from "@/lib/format/months";
import { KINDS, type StatementFilter, UNITS } from "./filter";

interface StatementFiltersProps {
  filter: StatementFilter;
  onChange: (change: StatementFilterChange) => void;
  /** Whether the community uses pounds beside sparks. */
  hasCash: boolean;
}

/** Parts of the filter that change; an undefined one is removed. */
export type StatementFilterChange = {
  [Part in keyof StatementFilter]: StatementFilter[Part] | undefined;
};

/** Chips and a month chooser that narrow the statement. */
export function StatementFilters({ filter, onChange, hasCash }: StatementFiltersProps) {
  const kinds = hasCash ? KINDS : KINDS.filter(({ kind }) => kind !== "top_ups");
  return (
    <div className="grid grid-cols-1 gap-3 print:hidden">
      <ChipGroup label="Kind">
        <Chip pressed={!filter.kind} onClick={() => onChange({ kind: undefined })}>
          All
        </Chip>
        {kinds.map(({ kind, label }) => (
          <Chip key={kind} pressed={kind === filter.kind} onClick={() => onChange({ kind })}>
            {label}
          </Chip>
        ))}
      </ChipGroup>
      <div className="flex flex-wrap items-end gap-3">
        {hasCash && (
          <ChipGroup label="Pounds or sparks">
            {UNITS.map(({ unit, label }) => {
              const pressed = unit === filter.unit;
              return (
                <Chip
                  key={unit}
                  pressed={pressed}
                  onClick={() => onChange({ unit: pressed ? undefined : unit })}
                >
                  {label}
                </Chip>
              );
            })}
          </ChipGroup>
        )}
        <MonthChooser month={filter.month} onChoose={(month) => onChange({ month })} />
      </div>
    </div>
  );
}

function ChipGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend has no place here
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {children}
    </div>
  );
}

interface MonthChooserProps {
  month: string | undefined;
  onChoose: (month: string | undefined) => void;
}

function MonthChooser({ month, onChoose }: MonthChooserProps) {
  const months = recentMonths();
  const choices = !month || months.includes(month) ? months : [...months, month];
  return (
    <Select
      label="Month"
      className="min-w-[min(100%,11rem)] flex-1 grid-cols-1"
      value={month ?? ""}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <option value="">All months</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {formatMonth(choice)}
        </option>
      ))}
    </Select>
  );
}
