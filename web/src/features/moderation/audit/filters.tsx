import { X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { Input, Select } from "@/components/form";
import type { AuditFilter } from "./filter";
import { ACTIONS, actionLabel } from "./labels";

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (parts: AuditFilter) => void;
  /** Names of the actor and the subject that the list is narrowed to. */
  names: { actor: string | undefined; subject: string | undefined };
}

/** Choice of days and kind of action, and chips that take back how the list is narrowed. */
export function AuditFilters({ filter, onChange, names }: AuditFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const { actor, subject, action, from, to } = filter;
  return (
    <div className="mt-3 grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend has no place here */}
      <div role="group" aria-label="Filter" className="flex min-w-0 flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide filters" : "Filter"}
        </Button>
        {actor && (
          <Part onRemove={() => onChange({ actor: "" })}>By {names.actor ?? "this person"}</Part>
        )}
        {subject && (
          <Part onRemove={() => onChange({ subject: "" })}>
            About {names.subject ?? (subject.startsWith("user:") ? "this member" : subject)}
          </Part>
        )}
        {action && <Part onRemove={() => onChange({ action: "" })}>Who {actionLabel(action)}</Part>}
        {from && <Part onRemove={() => onChange({ from: "" })}>From {from}</Part>}
        {to && <Part onRemove={() => onChange({ to: "" })}>To {to}</Part>}
      </div>
      <div id={panel}>
        {isOpen && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label="Kind of action"
              className="sm:col-span-2"
              value={action ?? ""}
              onChange={({ target }) => onChange({ action: target.value })}
            >
              <option value="">All kinds</option>
              {ACTIONS.map((choice) => (
                <option key={choice.action} value={choice.action}>
                  {choice.label}
                </option>
              ))}
            </Select>
            <Input
              label="First day"
              type="date"
              max={to}
              value={from ?? ""}
              onChange={({ target }) => onChange({ from: target.value })}
            />
            <Input
              label="Last day"
              type="date"
              min={from}
              value={to ?? ""}
              onChange={({ target }) => onChange({ to: target.value })}
            />
            <p className="text-small text-ink-2 sm:col-span-2">
              To see what one person did, or what was done about them, press the button beside an
              entry.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

/** A part of the filter that can be taken back. */
function Part({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <Chip pressed onClick={onRemove} className="max-w-full">
      <span className="truncate">{children}</span>
      <X aria-hidden="true" className="size-4 shrink-0" />
    </Chip>
  );
}
