import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Textarea } from "@/components/form";
import { Dialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const schema = z.object({
  reply: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please fill this in"),
      z.maxLength(1000, "Please keep it to 1,000 characters"),
    ),
});

interface ReplyButtonProps {
  review: Schemas["Review"];
  /** Name of the author. */
  name: string;
}

/** Button by which the person reviewed replies, once. */
export function ReplyButton({ review, name }: ReplyButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        Reply<span className="sr-only"> to the review by {name}</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Reply to this review"
        description="Everyone who can read the review can read your reply. You can write one, and it can't be changed."
      >
        <ReplyForm review={review} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ReplyForm({ review, onDone }: { review: Schemas["Review"]; onDone: () => void }) {
  const form = useAppForm(schema, { reply: "" });
  const cache = useQueryCache();
  const send = api.useMutation("put", "/api/reviews/{id}/reply", {
    onSuccess: () => {
      cache.invalidate("/api/reviews/user/{id}");
      toast.success("Your reply is shown below the review");
      onDone();
    },
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={form.handleSubmit((body) =>
        send.mutate({ params: { path: { id: review.booking_id } }, body }),
      )}
    >
      <Textarea label="Your reply" rows={4} {...fieldOf(form, "reply")} />
      <FormError form={form} />
      <Button type="submit" className="justify-self-end" busy={send.isPending}>
        Publish reply
      </Button>
    </Form>
  );
}
