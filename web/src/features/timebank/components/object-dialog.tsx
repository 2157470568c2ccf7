import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Textarea } from "@/components/form";
import { Dialog, DialogActions } from "@/components/overlay";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const schema = z.object({
  reason: z.string().check(z.maxLength(200, "Please keep it to 200 characters")),
});

interface ObjectDialogProps {
  skill: string;
  busy: boolean;
  /** Objects with this reason; rejects with the server's refusal. */
  object: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of an objection to an exchange. */
export function ObjectDialog({ skill, busy, object, onClose }: ObjectDialogProps) {
  const form = useAppForm(schema, { reason: "" });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Object to ${skill}?`}
      description="No sparks move. Your neighbour can write it down again as you both remember it."
    >
      <Form
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ reason }) =>
          object(reason).then(onClose, (error) => showServerErrors(form, error)),
        )}
      >
        <Textarea
          label="What is wrong?"
          optional
          rows={2}
          hint="Your neighbour reads it."
          {...fieldOf(form, "reason")}
        />
        <FormError form={form} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            Object
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
