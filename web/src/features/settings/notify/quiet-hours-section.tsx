import { useState } from "react";
import { Card } from "@/components/card";
import { FieldError, Input, Switch } from "@/components/form";
import type { QuietHours } from "../api/use-preferences";
import { fromClock, toClock } from "./clock";

/** Default quiet hours. */
const NIGHT: QuietHours = { from: 22 * 60, until: 7 * 60 };

interface QuietHoursSectionProps {
  hours: QuietHours | undefined;
  onChange: (hours: QuietHours | null) => void;
}

/** Hours during which messages that can wait are held back. */
export function QuietHoursSection({ hours, onChange }: QuietHoursSectionProps) {
  return (
    <Card>
      <Switch
        label="Quiet hours"
        hint="What can wait comes when these hours are over. Codes and messages about the safety of your account come at once."
        checked={hours !== undefined}
        onChange={(on) => onChange(on ? NIGHT : null)}
      />
      {hours && <Hours key={`${hours.from}-${hours.until}`} hours={hours} onChange={onChange} />}
    </Card>
  );
}

/** Fields for the hours; saved on blur, not during typing. */
function Hours({ hours, onChange }: { hours: QuietHours; onChange: (hours: QuietHours) => void }) {
  const [from, setFrom] = useState(toClock(hours.from));
  const [until, setUntil] = useState(toClock(hours.until));
  const [problem, setProblem] = useState<string>();
  const save = () => {
    const entered = { from: fromClock(from), until: fromClock(until) };
    if (entered.from === undefined || entered.until === undefined) {
      setProblem("Please fill in both times.");
    } else if (entered.from === entered.until) {
      setProblem("Choose two different times.");
    } else {
      setProblem(undefined);
      const changed = entered.from !== hours.from || entered.until !== hours.until;
      if (changed) onChange({ from: entered.from, until: entered.until });
    }
  };
  return (
    <div className="mt-3 grid gap-2 border-t border-line pt-3">
      <div className="grid gap-3 min-[26rem]:grid-cols-2">
        <Input
          label="From"
          type="time"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          onBlur={save}
        />
        <Input
          label="Until"
          type="time"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          onBlur={save}
        />
      </div>
      <FieldError>{problem}</FieldError>
      <p className="text-small text-ink-2">In UK time.</p>
    </div>
  );
}
