import { CalendarX2, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { messageOf } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { type Availability, useSaveAvailability } from "../api/use-availability";
import { noon } from "../date-time/day-strip";
import { londonToday } from "../date-time/free-days";
import { addRange, type Range, rangeError, removeRange, toRanges } from "./blocked";

/** Days off, single or in ranges; each change is saved at once. */
export function BlockedDates({ availability }: { availability: Availability }) {
  const { blocked } = availability;
  const save = useSaveAvailability();
  const store = (dates: string[], then?: () => void) =>
    save.mutate({ body: { blocked: dates } }, { onSuccess: then });
  return (
    <div className="grid gap-4">
      <BlockForm
        blocked={blocked}
        busy={save.isPending}
        failure={save.error ? messageOf(save.error) : undefined}
        onBlock={(range, then) => store(addRange(blocked, range), then)}
      />
      {blocked.length > 0 && (
        <ul aria-label="Days off" className="divide-y divide-line">
          {toRanges(blocked).map((range) => (
            <li key={range.first} className="flex min-h-12 items-center gap-3 py-1">
              <CalendarX2 aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
              <span className="num flex-1">{formatRange(range)}</span>
              <IconButton
                label={`Remove ${formatRange(range)}`}
                disabled={save.isPending}
                onClick={() => store(removeRange(blocked, range))}
              >
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface BlockFormProps {
  blocked: readonly string[];
  busy: boolean;
  /** Error of the last save. */
  failure: string | undefined;
  onBlock: (range: Range, then: () => void) => void;
}

function BlockForm({ blocked, busy, failure, onBlock }: BlockFormProps) {
  const [today] = useState(() => londonToday());
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = rangeError(blocked, first, last, today);
    setError(problem);
    if (problem) return;
    onBlock({ first, last: last || first }, () => {
      setFirst("");
      setLast("");
    });
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Input
          label="First day"
          type="date"
          min={today}
          value={first}
          error={error}
          onChange={(event) => setFirst(event.target.value)}
        />
        <Input
          label="Last day"
          optional
          type="date"
          min={first || today}
          value={last}
          onChange={(event) => setLast(event.target.value)}
        />
        <Button type="submit" variant="quiet" busy={busy}>
          Add days off
        </Button>
      </div>
      <FormError>{failure}</FormError>
    </Form>
  );
}

/** Returns `Thu 24 Dec` or `Thu 24 Dec to Sun 27 Dec`. */
function formatRange({ first, last }: Range): string {
  const from = formatDay(noon(first));
  return first === last ? from : `${from} to ${formatDay(noon(last))}`;
}
