import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, Select, Textarea } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

type Reply = Schemas["CannedReply"];

/** Queues that have replies, with their names. */
export const REPLY_QUEUES: Record<Reply["queue"], string> = {
  reports: "Reports and suspensions",
  appeals: "Appeals",
  posts: "First posts",
  disputes: "Disputes",
  contact: "Contact messages",
  applicants: "People who ask to join",
  papers: "Identity documents",
  skills: "Skills",
  withdrawals: "Withdrawals",
};

const isQueue = (text: string): text is Reply["queue"] => text in REPLY_QUEUES;

const text = (max: number, words: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please fill this in"),
      z.maxLength(max, `Please keep it to ${words} characters`),
    );
const schema = z.object({
  queue: z.string().check(z.refine(isQueue, "Choose where it is used")),
  title: text(60, "60"),
  text: text(2000, "2,000"),
});

/** Returns a function that reloads the replies. */
export function useReloadReplies() {
  const cache = useQueryCache();
  return () => cache.invalidate("/api/admin/replies", "/api/admin/audit");
}

/** Form to add a canned reply, or to change `reply`. */
export function ReplyForm({ reply, onDone }: { reply?: Reply; onDone: () => void }) {
  const { queue = "reports", title = "", text = "" } = reply ?? {};
  const form = useAppForm(schema, { queue, title, text });
  const callbacks = {
    onSettled: useReloadReplies(),
    onSuccess: () => {
      toast.success("The reply is saved");
      onDone();
    },
    onError: (error: unknown) => showServerErrors(form, error),
  };
  const add = api.useMutation("post", "/api/admin/replies", callbacks);
  const change = api.useMutation("put", "/api/admin/replies/{id}", callbacks);
  const submit = form.handleSubmit((values) => {
    if (!isQueue(values.queue)) return;
    const body = { ...values, queue: values.queue };
    if (reply) change.mutate({ params: { path: { id: reply.id } }, body });
    else add.mutate({ body });
  });
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <Select label="Used in" {...fieldOf(form, "queue")}>
        {Object.entries(REPLY_QUEUES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Input label="Name" hint="Only staff see it." {...fieldOf(form, "title")} />
      <Textarea label="Text" rows={4} {...fieldOf(form, "text")} />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={add.isPending || change.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
