import * as z from "zod/mini";
import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, Textarea } from "@/components/form";
import { RequireModule } from "@/components/require-module";
import { toast } from "@/components/toast";
import { ApiError, api, type Schemas, useIdempotencyKey, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useModule } from "@/lib/site";

type Need = Schemas["Need"];

interface AnswerCardProps {
  need: Need;
  /** First name of the author. */
  firstname: string;
}

/** The form for an answer to a need, or the next steps after one. */
export function AnswerCard({ need, firstname }: AnswerCardProps) {
  const hasChat = useModule("chat");
  if (need.is_answered) {
    return (
      <Card className="grid gap-3">
        <h2 className="text-title">You have answered</h2>
        <p className="text-ink-2">
          {firstname} sees that you can help, and can book you. Agree on the rest between you.
        </p>
        <RequireModule name="chat">
          <ButtonLink to={`/chat/${need.author.id}`} className="justify-self-start">
            Go to your messages
          </ButtonLink>
        </RequireModule>
      </Card>
    );
  }
  if (hasChat === undefined || need.state !== "open") return null;
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">Can you help?</h2>
      <AnswerForm need={need} firstname={firstname} hasChat={hasChat} />
    </Card>
  );
}

const schema = z.object({
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say in a line how you can help"),
      z.maxLength(1000, "Please keep it to 1,000 characters"),
    ),
});

/** Form for the message to the author; a button alone where there are no messages. */
function AnswerForm({ need, firstname, hasChat }: AnswerCardProps & { hasChat: boolean }) {
  const cache = useQueryCache();
  const key = useIdempotencyKey();
  // Without messages nothing is asked for, and nothing is sent.
  const form = useAppForm(schema, { message: hasChat ? "" : "-" });
  const answer = api.useMutation("post", "/api/needs/{id}/answers", {
    onSuccess: (answered) => {
      key.renew();
      cache.setData("/api/needs/{id}", answered, { path: { id: need.id } });
      cache.markStale("/api/needs", "/api/message/chat/history/users");
      toast.success(`${firstname} has been told. Thank you.`);
    },
    onError: (error) => {
      // Without a response it may be sent: the retry must carry the same key.
      if (error instanceof ApiError && error.status !== 0) key.renew();
      showServerErrors(form, error);
    },
  });
  const submit = form.handleSubmit(({ message }) =>
    answer.mutate({
      params: { path: { id: need.id }, header: key.header },
      body: hasChat ? { message } : {},
    }),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {hasChat && (
        <Textarea
          label={`Message to ${firstname}`}
          hint="It goes into your conversation with them."
          rows={3}
          {...fieldOf(form, "message")}
        />
      )}
      <FormError form={form} />
      <Button type="submit" variant="spark" className="justify-self-start" busy={answer.isPending}>
        I can help
      </Button>
    </Form>
  );
}
