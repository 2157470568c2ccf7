import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Textarea } from "@/components/form";
import { Dialog, DialogActions } from "@/components/overlay";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const schema = z.object({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "A reason is required"),
      z.maxLength(200, "Please keep it to 200 characters"),
    ),
});

interface ReverseDialogProps {
  /** What is reversed, such as '2 sparks from Maya to Dev'. */
  what: string;
  busy: boolean;
  /** Reverses it with this reason; rejects with the server's refusal. */
  reverse: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of a reversal. */
export function ReverseDialog({ what, busy, reverse, onClose }: ReverseDialogProps) {
  const form = useAppForm(schema, { reason: "" });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reverse ${what}?`}
      description="The sparks go back, if the receiver still has them. This cannot be undone."
    >
      <Form
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ reason }) =>
          reverse(reason).then(onClose, (error) => showServerErrors(form, error)),
        )}
      >
        <Textarea label="Reason" hint="Both sides read it." rows={2} {...fieldOf(form, "reason")} />
        <FormError form={form} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            Reverse
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
