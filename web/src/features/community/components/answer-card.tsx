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
  if (need.is_answered) return <Answered need={need} firstname={firstname} />;
  if (hasChat === undefined || need.state !== "open") return null;
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">Can you help?</h2>
      <AnswerForm need={need} firstname={firstname} hasChat={hasChat} />
    </Card>
  );
}

/** What happens after the answer, and what the neighbour can do. */
function Answered({ need, firstname }: AnswerCardProps) {
  const { id, state, title, category_title, author, booking_id, offers_skill } = need;
  const isMissing = offers_skill === false && state === "open";
  return (
    <Card className="grid gap-3">
      <h2 className="text-title">You have answered</h2>
      <p className="text-ink-2">{nextStep(need, firstname)}</p>
      <div className="flex flex-wrap gap-3">
        {isMissing && (
          <RequireModule name="bookings">
            <ButtonLink to={skillPath({ id, title, category_title })} variant="spark">
              {category_title ? `Add ${category_title} to my skills` : "Add a skill"}
            </ButtonLink>
          </RequireModule>
        )}
        {booking_id && (
          <RequireModule name="bookings">
            <ButtonLink to={`/inward-details/${booking_id}`} variant="spark">
              See the booking
            </ButtonLink>
          </RequireModule>
        )}
        <RequireModule name="chat">
          <ButtonLink to={`/chat/${author.id}`} variant={isMissing ? "quiet" : "ink"}>
            Go to your messages
          </ButtonLink>
        </RequireModule>
      </div>
    </Card>
  );
}

function nextStep(
  { state, booking_id, arranged_with, offers_skill }: Need,
  author: string,
): string {
  if (booking_id && state === "arranged") return `${author} has booked you for this.`;
  if (state === "arranged") {
    const name = arranged_with ? arranged_with.name : "somebody else";
    return `${author} has arranged this with ${name}. Thank you for offering.`;
  }
  if (offers_skill === false) {
    return `${author} sees that you can help. To book you, they need a skill of yours that fits: add it now, or agree by message.`;
  }
  return `${author} sees that you can help, and can book you. Agree on the rest between you.`;
}

/** Returns the form for a new skill, filled in from a need. */
function skillPath({ id, title, category_title }: Pick<Need, "id" | "title" | "category_title">) {
  const filled = category_title && {
    step: "5",
    skill: category_title,
    about: `I can help with things such as “${title}”.`,
  };
  return `/settings/skill/add?${new URLSearchParams({ need: id, ...filled })}`;
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
