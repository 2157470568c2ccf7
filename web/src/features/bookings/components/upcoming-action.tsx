import { useId } from "react";
import { Button } from "@/components/button";
import { formatWhenInSentence } from "@/lib/format";
import { actionPossibleFrom, type Booking } from "../format";
import { useInConversation } from "./in-conversation";

interface UpcomingActionProps {
  booking: Booking;
  action: Booking["actions"][number];
  label: string;
  /** Sentence start, such as `You can start`. */
  can: string;
}

/** A disabled button with the time from which it can be pressed. */
export function UpcomingAction({ booking, action, label, can }: UpcomingActionProps) {
  const note = useId();
  const inConversation = useInConversation();
  const from = actionPossibleFrom(booking, action);
  if (!from) return null;
  const when = `${can} from ${formatWhenInSentence(from)}.`;
  if (inConversation) return <p className="text-small text-ink-2">{when}</p>;
  return (
    <div className="grid gap-1.5">
      <Button block disabled aria-describedby={note}>
        {label}
      </Button>
      <p id={note} className="text-center text-small text-ink-2">
        {when}
      </p>
    </div>
  );
}
