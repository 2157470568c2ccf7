import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { formatTime } from "@/lib/format";
import { useBookingAction } from "../api/use-booking-action";
import { actionPossibleUntil, type Booking } from "../format";

/** Button to undo a start pressed by mistake, while the server allows it. */
export function UndoStart({ booking }: { booking: Booking }) {
  const undo = useBookingAction("undo", booking);
  const until = actionPossibleUntil(booking, "undo");
  if (!booking.actions.includes("undo")) return null;
  return (
    <div className="grid gap-1.5">
      <FormMessage>{undo.error}</FormMessage>
      <Button
        variant="quiet"
        block
        busy={undo.isPending}
        onClick={() => undo.run(() => toast.success("Start taken back"))}
      >
        Undo start
      </Button>
      {until && (
        <p className="text-center text-small text-ink-2">
          Pressed too early? You can take it back until {formatTime(until)}.
        </p>
      )}
    </div>
  );
}
