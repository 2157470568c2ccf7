import { useId } from "react";
import { Button } from "@/components/button";
import { actionPossibleFrom, type Booking, formatWhenInSentence } from "../format";

interface UpcomingActionProps {
  booking: Booking;
  action: Booking["actions"][number];
  label: string;
  /** What can be done then: `You can start`. */
  can: string;
}

/** A button that waits for its time, and from when it can be pressed. */
export function UpcomingAction({ booking, action, label, can }: UpcomingActionProps) {
  const note = useId();
  const from = actionPossibleFrom(booking, action);
  if (!from) return null;
  return (
    <div className="grid gap-1.5">
      <Button block disabled aria-describedby={note}>
        {label}
      </Button>
      <p id={note} className="text-center text-small text-ink-2">
        {can} from {formatWhenInSentence(from)}.
      </p>
    </div>
  );
}
