import { useEffect, useState } from "react";
import { Button } from "@/components/button";
import { Form, FormError, Textarea } from "@/components/form";
import { DialogActions } from "@/components/overlay/dialog-actions";
import { DialogShell } from "@/components/overlay/dialog-shell";
import { toast } from "@/components/toast";
import { ApiError, messageOf } from "@/lib/api";
import { useAppForm } from "@/lib/form";
import { formatWhenInSentence, fromLocalInput } from "@/lib/format";
import { useOwnId } from "../api/use-booking";
import { useTimeWish } from "../api/use-time-wish";
import { DateTimeField } from "../date-time/date-time-field";
import { type Booking, formatHours } from "../format";
import { MAX_MESSAGE_LENGTH } from "../message-length";
import { emptyRequest, type RequestValues } from "../request/schema";
import { runMutation } from "../skip-after-navigation";
import { newTimeSchema } from "./schema";

export interface ProposeDialogProps {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog to propose another time for a booking, with an optional reason. */
export function ProposeDialog({ booking, open, onOpenChange }: ProposeDialogProps) {
  const me = useOwnId();
  const own = me === booking.provider.id;
  const other = own ? booking.client : booking.provider;
  return (
    <DialogShell
      open={open}
      onOpenChange={onOpenChange}
      title="Propose another time"
      description={`It stays booked for ${formatWhenInSentence(booking.booking_date)} until ${other.firstname} says yes. Both are kept free.`}
    >
      <ProposeForm
        booking={booking}
        mine={own}
        other={other.firstname}
        onClose={() => onOpenChange(false)}
      />
    </DialogShell>
  );
}

interface ProposeFormProps {
  booking: Booking;
  /** Whether the viewer is the provider. */
  mine: boolean;
  other: string;
  onClose: () => void;
}

function ProposeForm({ booking, mine, other, onClose }: ProposeFormProps) {
  const { propose, params } = useTimeWish(booking);
  const [words, setWords] = useState("");
  const form = useAppForm<RequestValues>(newTimeSchema, { ...emptyRequest, hours: booking.hours });
  const { error } = propose;
  const refused = error instanceof ApiError ? error.fields?.booking_date : undefined;
  useEffect(() => {
    if (refused) form.setError("date", { message: refused });
  }, [refused, form.setError]);
  const send = form.handleSubmit(({ date, time }) =>
    runMutation(
      propose,
      { params, body: { booking_date: fromLocalInput(`${date}T${time}`), words: words.trim() } },
      () => {
        toast.success(`${other} is asked about the new time`);
        onClose();
      },
    ),
  );
  return (
    <Form className="grid gap-5" onSubmit={send}>
      <DateTimeField form={form} provider={booking.provider} booking={booking.id} mine={mine} />
      <p className="text-small text-ink-2">For {formatHours(booking.hours)}, at the same price.</p>
      <Textarea
        label="A few words"
        optional
        maxLength={MAX_MESSAGE_LENGTH}
        rows={2}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <FormError form={form}>{error && !refused ? messageOf(error) : undefined}</FormError>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button variant="spark" type="submit" busy={propose.isPending}>
          Propose this time
        </Button>
      </DialogActions>
    </Form>
  );
}
