import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, Textarea } from "@/components/form";
import { PagedList } from "@/components/paged-list";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, usePages, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatAgoInSentence, formatDayInFull } from "@/lib/format";
import { londonDay } from "@/lib/format/last-year";
import { useSession } from "@/lib/session";

type Note = Schemas["StaffNote"];

const MAX_TEXT = 1000;
const schema = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please fill this in"),
      z.maxLength(MAX_TEXT, "Please keep it to 1,000 characters"),
    ),
  due: z.string(),
});

/** Returns a function that reloads what shows notes and tasks. */
export function useReloadNotes() {
  const cache = useQueryCache();
  return () =>
    cache.invalidate(
      "/api/admin/members/{id}/notes",
      "/api/admin/tasks",
      "/api/admin/waiting",
      "/api/admin/audit",
    );
}

/** Notes and tasks of staff about a member, with a form for another. */
export function MemberNotes({ userId }: { userId: string }) {
  const notes = usePages("/api/admin/members/{id}/notes", { path: { id: userId } });
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">
        For you and your colleagues. The member does not see them here, but may ask the community
        for a copy of what is written about them.
      </p>
      <NoteForm userId={userId} />
      <PagedList list={notes} placeholders={1} empty={<p>No notes yet.</p>} keyOf={({ id }) => id}>
        {(note) => <NoteRow note={note} />}
      </PagedList>
    </div>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const form = useAppForm(schema, { text: "", due: "" });
  const reload = useReloadNotes();
  const add = api.useMutation("post", "/api/admin/members/{id}/notes", {
    onSuccess: () => {
      form.reset();
      reload();
      toast.success("Saved for you and your colleagues");
    },
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={form.handleSubmit(({ text, due }) =>
        add.mutate({ params: { path: { id: userId } }, body: { text, due: due || undefined } }),
      )}
    >
      <Textarea label="Note" rows={2} {...fieldOf(form, "text")} />
      <Input
        label="To be done by"
        optional
        type="date"
        hint="Makes it a task, which the overview shows when it is due."
        min={londonDay(new Date())}
        {...fieldOf(form, "due")}
      />
      <FormError form={form} />
      <Button type="submit" size="small" className="justify-self-end" busy={add.isPending}>
        Save note
      </Button>
    </Form>
  );
}

/** A note or a task, with what can be done about it. */
export function NoteRow({ note, named }: { note: Note; named?: boolean }) {
  const claims = useSession()?.claims;
  const reload = useReloadNotes();
  const callbacks = {
    onSettled: reload,
    onError: (error: unknown) => toast.error(messageOf(error)),
  };
  const finish = api.useMutation("put", "/api/admin/tasks/{id}/finish", callbacks);
  const remove = api.useMutation("delete", "/api/admin/notes/{id}", callbacks);
  const target = { params: { path: { id: note.id } } };
  const isOpen = note.due && !note.done_at;
  return (
    <div className="grid gap-1 py-3">
      {named && <p className="font-bold">{note.user_name ?? "A former member"}</p>}
      <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
      <p className="text-small text-ink-2">
        {note.due && `${dueText(note)}. `}
        By {note.author_name ?? "a former colleague"}, {formatAgoInSentence(note.created_at)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {(note.author_id === claims?.id || claims?.role === "admin") && (
          <Button
            size="small"
            variant="quiet"
            busy={remove.isPending}
            onClick={() => remove.mutate(target)}
          >
            Delete<span className="sr-only"> “{note.text.slice(0, 40)}”</span>
          </Button>
        )}
        {isOpen && (
          <Button size="small" busy={finish.isPending} onClick={() => finish.mutate(target)}>
            Done<span className="sr-only"> “{note.text.slice(0, 40)}”</span>
          </Button>
        )}
      </div>
    </div>
  );
}

function dueText({ due, done_at, done_by }: Note): string {
  if (done_at) return `Done by ${done_by ?? "a former colleague"} ${formatAgoInSentence(done_at)}`;
  return `Due ${formatDayInFull(`${due}T12:00:00Z`)}`;
}
