import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { useBookingAction } from "../api/use-booking-action";
import { type Booking, formatAmount } from "../format";

interface CompleteButtonProps {
  booking: Booking;
  label: string;
  onDone: (booking: Booking) => void;
}

/** Button for the client to confirm completed work, which pays the provider. */
export function CompleteButton({ booking, label, onDone }: CompleteButtonProps) {
  const [open, setOpen] = useState(false);
  const complete = useBookingAction("complete", booking);
  const { payment_method: method, price, provider } = booking;
  const effect =
    method === "none"
      ? `${provider.firstname} will be told.`
      : `${provider.firstname} is paid ${formatAmount(method, price)} at once.`;
  return (
    <>
      <Button variant="spark" block onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          complete.reset();
          setOpen(next);
        }}
        title="Is the work done?"
        description={`${effect} This can't be undone.`}
        cancelLabel="Not yet"
        confirmLabel="Yes, it's done"
        variant="spark"
        busy={complete.isPending}
        error={complete.error}
        onConfirm={() => complete.run(onDone)}
      />
    </>
  );
}
