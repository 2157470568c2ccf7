import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Textarea } from "@/components/form";
import { Dialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const schema = z.object({
  reason: z.string().check(z.trim(), z.minLength(3, "A reason is required")),
});

interface RemoveReviewProps {
  review: Schemas["Review"];
  /** Name of the author. */
  name: string;
}

/** Button for moderators and admins that removes a review, with its stars. */
export function RemoveReview(props: RemoveReviewProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-end"
        onClick={() => setOpen(true)}
      >
        Remove<span className="sr-only"> the review by {props.name}</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Remove this review?"
        description={`Its stars no longer count. ${props.name} is told why, and can't write another one about this booking.`}
      >
        <RemovalForm {...props} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RemovalForm({ review, onDone }: RemoveReviewProps & { onDone: () => void }) {
  const form = useAppForm(schema, { reason: "" });
  const cache = useQueryCache();
  const remove = api.useMutation("put", "/api/admin/reviews/{id}/remove", {
    onSuccess: () => {
      cache.invalidate("/api/reviews/user/{id}", "/api/users/basic/profile/{id}");
      toast.success("The review is removed");
      onDone();
    },
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={form.handleSubmit((body) =>
        remove.mutate({ params: { path: { id: review.booking_id } }, body }),
      )}
    >
      <Textarea
        label="Reason"
        hint="The author of the review reads this. It is also kept in the audit log."
        rows={2}
        {...fieldOf(form, "reason")}
      />
      <FormError form={form} />
      <Button type="submit" variant="danger" className="justify-self-end" busy={remove.isPending}>
        Remove
      </Button>
    </Form>
  );
}
