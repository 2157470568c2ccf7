import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Form, FormError, Switch } from "@/components/form";
import { toast } from "@/components/toast";
import { messageOf } from "@/lib/api";
import { type Availability, useSaveAvailability } from "../api/use-availability";
import { DayRow } from "./day-row";
import { copyToWorkdays, DAYS, defaultWeek, fromWeek, spansError, toWeek } from "./week";

const NO_HOURS = "Add hours to at least one day, or switch off 'Only at these hours'.";

interface WeeklyFormProps {
  availability: Availability;
  /** Whether the person came here to set hours, so that the form starts with some. */
  startWithHours?: boolean;
  onSaved?: (() => void) | undefined;
}

/** Form for weekly opening hours, or none. */
export function WeeklyForm({ availability, startWithHours = false, onSaved }: WeeklyFormProps) {
  const known = availability.weekly.length > 0;
  const [limited, setLimited] = useState(known || startWithHours);
  const [week, setWeek] = useState(() => (known ? toWeek(availability.weekly) : defaultWeek));
  const [formError, setFormError] = useState<string>();
  const save = useSaveAvailability();
  const firstOpen = DAYS.find((day) => week[day].length > 0);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const weekly = limited ? fromWeek(week) : [];
    if (limited && DAYS.some((day) => spansError(week[day]))) return;
    const none = limited && weekly.length === 0 ? NO_HOURS : undefined;
    setFormError(none);
    if (none) return;
    save.mutate(
      { body: { weekly } },
      {
        onSuccess: () => {
          toast.success("Hours saved");
          onSaved?.();
        },
      },
    );
  };

  return (
    <Form onSubmit={submit} className="grid gap-4">
      <Switch
        label="Only at these hours"
        hint="When this is off, neighbours can request any time."
        checked={limited}
        onChange={setLimited}
      />
      {limited && (
        <div className="divide-y divide-line border-t border-line">
          {DAYS.map((day) => (
            <DayRow
              key={day}
              day={day}
              spans={week[day]}
              problem={spansError(week[day])}
              onChange={(spans) => setWeek({ ...week, [day]: spans })}
              onCopy={day === firstOpen ? () => setWeek(copyToWorkdays(week, day)) : undefined}
            />
          ))}
        </div>
      )}
      <FormError>{formError ?? (save.error ? messageOf(save.error) : undefined)}</FormError>
      <div>
        <Button type="submit" variant="spark" busy={save.isPending} busyLabel="Saving…">
          Save hours
        </Button>
      </div>
    </Form>
  );
}
