import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { FileInput, Form, FormError, SaveNote, Textarea } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import { messageOf } from "@/lib/api";
import { fieldOf } from "@/lib/form";
import { useOwnId } from "../api/use-booking";
import { useSendDispute } from "../api/use-send-dispute";
import { type Booking, formatAmount } from "../format";
import { disputeDraft } from "./draft";
import { hasReason, reasonsFor, toggleReason } from "./reasons";
import { useDisputeForm } from "./use-dispute-form";

interface DisputeFormProps {
  booking: Booking;
  /** Whether the viewer is the booking's client. */
  mine: boolean;
  onSubmitted: () => void;
}

/** Form to open a dispute, with preset reasons and free text; asks before sending. */
export function DisputeForm({ booking, mine, onSubmitted }: DisputeFormProps) {
  const navigate = useNavigate();
  const ownId = useOwnId();
  const draft = useMemo(() => disputeDraft(ownId, booking.id), [ownId, booking.id]);
  const { form, file, saveStatus, setFile } = useDisputeForm(draft);
  const { send, isPending, error, reset } = useSendDispute(booking);
  const [asking, setAsking] = useState(false);
  const message = form.watch("message");
  const other = mine ? booking.provider : booking.client;

  const confirm = () =>
    send(form.getValues("message").trim(), file, {
      onSuccess: () => {
        draft.remove();
        setAsking(false);
        onSubmitted();
      },
      onError: (failure) =>
        form.setError("root.server", { message: `Error opening dispute: ${failureText(failure)}` }),
    });
  return (
    <Form onSubmit={form.handleSubmit(() => setAsking(true))} className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">What is it about?</legend>
        <div className="flex flex-wrap gap-2">
          {reasonsFor(mine).map((reason) => (
            <Chip
              key={reason}
              pressed={hasReason(message, reason)}
              className="text-left whitespace-normal!"
              onClick={() =>
                form.setValue("message", toggleReason(message, reason), {
                  shouldValidate: form.formState.isSubmitted,
                })
              }
            >
              {reason}
            </Chip>
          ))}
        </div>
      </fieldset>
      <Textarea
        label="What went wrong?"
        hint={`Tap what fits, or say it in your own words. ${other.firstname} reads this and can answer; an admin of this community reads it too.`}
        rows={4}
        {...fieldOf(form, "message")}
      />
      <FileInput
        label="Evidence"
        hint={`A photo, a receipt, a message: anything that helps. ${other.firstname} and the admins can see it.`}
        optional
        maxMegabytes={10}
        file={file}
        onChange={setFile}
      />
      <SaveNote status={saveStatus} />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={() => navigate(-1)}>
          Cancel
        </Button>
        <Button type="submit" variant="danger">
          Submit Dispute
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => {
          if (isPending) return;
          reset();
          setAsking(next);
        }}
        title="Send this dispute?"
        description={`${effect(booking)} ${other.firstname} is told at once. You can't take it back.`}
        cancelLabel="Not yet"
        confirmLabel="Yes, send it"
        variant="danger"
        busy={isPending}
        error={error ? `Failed to submit dispute: ${failureText(error)}` : undefined}
        onConfirm={confirm}
      />
    </Form>
  );
}

function failureText(error: unknown): string {
  return messageOf(error, "Failed to open dispute");
}

/** Returns the effect of a dispute on the payment. */
function effect({ payment_method: method, price }: Booking): string {
  const decides = "until an admin has looked into it and decided";
  return method === "none"
    ? `The booking stays as it is ${decides}.`
    : `The payment of ${formatAmount(method, price)} is frozen ${decides}.`;
}
