import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { useBookingAction } from "../api/use-booking-action";
import { type Booking, formatAmount } from "../format";

/** Button that cancels a booking, after stating the refund. */
export function CancelButton({ booking, mine }: { booking: Booking; mine: boolean }) {
  const [open, setOpen] = useState(false);
  const cancel = useBookingAction("cancel", booking);
  const change = (next: boolean) => {
    cancel.reset();
    setOpen(next);
  };
  return (
    <>
      <Button
        variant="quiet"
        className="flex-1 @min-[20rem]/shell:whitespace-nowrap"
        onClick={() => change(true)}
      >
        {booking.status === "pending" ? "Cancel request" : "Cancel booking"}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        title="Cancel this booking?"
        description={`${refundText(booking, mine)} This can't be undone.`}
        cancelLabel="Keep it"
        confirmLabel="Cancel booking"
        variant="danger"
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() =>
          cancel.run(() => {
            setOpen(false);
            toast.success("Booking cancelled");
          })
        }
      />
    </>
  );
}

/** Returns the refund for cancelling now, in words. */
function refundText(booking: Booking, mine: boolean): string {
  const { payment_method: method, price, client, provider } = booking;
  if (method === "none") {
    return `${mine ? provider.firstname : client.firstname} will be told.`;
  }
  const all = formatAmount(method, price);
  if (!mine) return `${client.firstname} gets ${all} back.`;
  const back = booking.cancel_refund ?? price;
  if (back >= price) return `You get all of your ${all} back.`;
  const kept = formatAmount(method, Math.round((price - back) * 100) / 100);
  const why = "It is so close to the date that the cancellation policy applies:";
  return `${why} you get ${formatAmount(method, back)} of your ${all} back, and ${provider.firstname} keeps ${kept}.`;
}
