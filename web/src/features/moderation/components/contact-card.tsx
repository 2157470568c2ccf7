import { useState } from "react";
import * as z from "zod/mini";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, Textarea } from "@/components/form";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatAgoInSentence } from "@/lib/format";
import { useSession } from "@/lib/session";
import { claimText } from "./claim-line";

type Message = Schemas["ContactMessage"];

/** A message from the contact page, with what staff can do while it is open. */
export function ContactCard({ message }: { message: Message }) {
  const { firstname, email, created_at, claim, outcome } = message;
  return (
    <Card className="grid gap-3">
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-title wrap-anywhere">{firstname}</h3>
          {outcome && (
            <Badge tone={outcome.answered ? "leaf" : "neutral"}>
              {outcome.answered ? "Answered" : "Closed"}
            </Badge>
          )}
        </div>
        <p className="text-small text-ink-2 wrap-anywhere">
          {email}, {formatAgoInSentence(created_at)}
        </p>
      </div>
      <p className="rounded-s bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">
        {message.message}
      </p>
      {outcome ? (
        <div>
          <p className="text-small text-ink-2">
            {outcome.answered ? "Answer" : "Note"} by {outcome.name ?? "a former colleague"},{" "}
            {formatAgoInSentence(outcome.at)}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{outcome.text}</p>
        </div>
      ) : (
        <Handling message={message} claim={claim} />
      )}
    </Card>
  );
}

function useReload() {
  const cache = useQueryCache();
  // A colleague may have been faster: reload the current state.
  return () =>
    cache.invalidate("/api/admin/contact-messages", "/api/admin/waiting", "/api/admin/audit");
}

function Handling({ message, claim }: { message: Message; claim: Message["claim"] }) {
  const me = useSession()?.claims.id;
  const [action, setAction] = useState<"answer" | "close">();
  const reload = useReload();
  const callbacks = {
    onSettled: reload,
    onError: (error: unknown) => toast.error(messageOf(error)),
  };
  const take = api.useMutation("put", "/api/admin/contact-messages/{id}/claim", callbacks);
  const release = api.useMutation("put", "/api/admin/contact-messages/{id}/release", callbacks);
  const target = { params: { path: { id: message.id } } };
  const isMine = claim?.user_id === me;
  if (action) {
    return <ReplyForm message={message} action={action} onCancel={() => setAction(undefined)} />;
  }
  return (
    <>
      {claim && <p className="text-small text-ink-2">{claimText(claim, isMine)}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        {isMine ? (
          <Button
            size="small"
            variant="quiet"
            busy={release.isPending}
            onClick={() => release.mutate(target)}
          >
            Leave it to others
          </Button>
        ) : (
          <Button
            size="small"
            variant="quiet"
            busy={take.isPending}
            onClick={() => take.mutate(target)}
          >
            Take it<span className="sr-only"> from {message.firstname}</span>
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => setAction("close")}>
          Close without an answer
        </Button>
        <Button size="small" onClick={() => setAction("answer")}>
          Answer<span className="sr-only"> {message.firstname}</span>
        </Button>
      </div>
    </>
  );
}

const MAX_TEXT = 4000;
const text = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Please fill this in"),
    z.maxLength(MAX_TEXT, "Please keep it to 4,000 characters"),
  );
const answerSchema = z.object({ answer: text });
const noteSchema = z.object({ note: text });

interface ReplyFormProps {
  message: Message;
  action: "answer" | "close";
  onCancel: () => void;
}

function ReplyForm(props: ReplyFormProps) {
  return props.action === "answer" ? <AnswerForm {...props} /> : <NoteForm {...props} />;
}

function AnswerForm({ message, onCancel }: ReplyFormProps) {
  const form = useAppForm(answerSchema, { answer: "" });
  const answer = api.useMutation("put", "/api/admin/contact-messages/{id}/answer", {
    onSettled: useReload(),
    onSuccess: () => toast.success(`Your answer to ${message.firstname} is on its way`),
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-4"
      onSubmit={form.handleSubmit((body) =>
        answer.mutate({ params: { path: { id: message.id } }, body }),
      )}
    >
      <ReplyField
        form={form}
        name="answer"
        queue="contact"
        label="Answer"
        hint={`Goes to ${message.email} by email, with their message below it.`}
        rows={5}
      />
      <FormError form={form} />
      <Buttons onCancel={onCancel} busy={answer.isPending} label="Send answer" />
    </Form>
  );
}

function NoteForm({ message, onCancel }: ReplyFormProps) {
  const form = useAppForm(noteSchema, { note: "" });
  const close = api.useMutation("put", "/api/admin/contact-messages/{id}/close", {
    onSettled: useReload(),
    onSuccess: () => toast.success("The message is closed"),
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-4"
      onSubmit={form.handleSubmit((body) =>
        close.mutate({ params: { path: { id: message.id } }, body }),
      )}
    >
      <Textarea
        label="Note"
        hint="For your colleagues. The sender is not told."
        rows={2}
        {...fieldOf(form, "note")}
      />
      <FormError form={form} />
      <Buttons onCancel={onCancel} busy={close.isPending} label="Close the message" />
    </Form>
  );
}

function Buttons(props: { onCancel: () => void; busy: boolean; label: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button size="small" variant="quiet" onClick={props.onCancel}>
        Back
      </Button>
      <Button type="submit" size="small" busy={props.busy}>
        {props.label}
      </Button>
    </div>
  );
}
