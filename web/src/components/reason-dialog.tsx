import * as z from "zod/mini";
import { showServerErrors, useAppForm } from "@/lib/form";
import { Button } from "./button";
import { Form, FormError } from "./form";
import { Dialog, DialogActions } from "./overlay";
import { ReplyField, type ReplyQueue } from "./reply-field";

interface ReasonDialogProps {
  title: string;
  description: string;
  /** Label of the field. */
  label?: string;
  /** Who reads the reason. */
  hint: string;
  optional?: boolean;
  /** Longest reason, in characters. */
  max?: number;
  /** What the button says. */
  action: string;
  busy: boolean;
  /** Queue whose canned replies are offered; for staff. */
  replies?: ReplyQueue;
  /** Does it with this reason; rejects with the server's refusal. */
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of something that cannot be undone. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label = "Reason", optional = false, max = 200, busy, send, onClose } = props;
  const schema = z.object({
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(optional ? 0 : 1, "A reason is required"),
        z.maxLength(max, `Please keep it to ${max} characters`),
      ),
  });
  const form = useAppForm(schema, { reason: "" });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={props.title}
      description={props.description}
    >
      <Form
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ reason }) =>
          send(reason).then(onClose, (error) => showServerErrors(form, error)),
        )}
      >
        <ReplyField
          form={form}
          name="reason"
          queue={props.replies}
          label={label}
          optional={optional}
          hint={props.hint}
          rows={2}
        />
        <FormError form={form} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {props.action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
