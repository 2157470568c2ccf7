import { useState } from "react";
import { Button } from "@/components/button";
import { onDemand } from "@/components/overlay/on-demand";
import type { Booking } from "../format";
import type { ProposeDialogProps } from "../proposal/propose-dialog";

const ProposeDialog = onDemand<ProposeDialogProps>(async () => {
  const { ProposeDialog } = await import("../proposal/propose-dialog");
  return ProposeDialog;
});

/** Button to propose another time, while that is possible. */
export function ProposeButton({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState(false);
  if (!booking.actions.includes("propose")) return null;
  return (
    <>
      <Button variant="quiet" block onClick={() => setOpen(true)}>
        {booking.proposal ? "Propose another" : "Propose another time"}
      </Button>
      <ProposeDialog booking={booking} open={open} onOpenChange={setOpen} />
    </>
  );
}
