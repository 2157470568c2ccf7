import { useState } from "react";
import { Button } from "@/components/button";
import { Form, FormMessage, Textarea } from "@/components/form";
import { DialogActions } from "@/components/overlay/dialog-actions";
import { DialogShell } from "@/components/overlay/dialog-shell";
import { toast } from "@/components/toast";
import { messageOf } from "@/lib/api";
import { MAX_MESSAGE_LENGTH } from "../message-length";
import { runMutation } from "../skip-after-navigation";
import type { ExpensesDialogProps } from "./ask-dialog";
import { useExpenses } from "./use-expenses";

/** Dialog of the client to decline expenses, with a reason. */
export function DeclineDialog({ booking, open, onOpenChange }: ExpensesDialogProps) {
  const { decline, params } = useExpenses(booking);
  const [reason, setReason] = useState("");
  return (
    <DialogShell
      open={open}
      onOpenChange={onOpenChange}
      title="Decline these expenses?"
      description={`Nothing is paid for them. ${booking.provider.firstname} sees your reason. The price of the booking is not affected.`}
    >
      <Form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          runMutation(decline, { params, body: { reason: reason.trim() } }, () => {
            toast.success("Expenses declined");
            onOpenChange(false);
          });
        }}
      >
        <Textarea
          label="Why?"
          required
          rows={3}
          maxLength={MAX_MESSAGE_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormMessage>{decline.error ? messageOf(decline.error) : undefined}</FormMessage>
        <DialogActions>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Not now
          </Button>
          <Button variant="danger" type="submit" busy={decline.isPending}>
            Decline
          </Button>
        </DialogActions>
      </Form>
    </DialogShell>
  );
}
