import { useId, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, Textarea } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import {
  ApiError,
  api,
  messageOf,
  type Schemas,
  useIdempotencyKey,
  useQueryCache,
} from "@/lib/api";
import { useDebounced } from "@/lib/debounce";
import { useDraftedForm } from "@/lib/drafted-form";
import { draftEntry } from "@/lib/drafts";
import { fieldOf, showServerErrors } from "@/lib/form";
import { formatWhenInSentence } from "@/lib/format";
import { useSession } from "@/lib/session";
import { membersInWords } from "./letter-row";
import { EVERYBODY, SegmentFields, toRequest } from "./segment-fields";

const AUDIENCE = "/api/admin/letters/audience";
/** Interval for checking whether the next letter can be sent, once it is due. */
const LOOK_MS = 60_000;
/** Pause in typing after which the recipients are counted. */
const COUNT_AFTER_MS = 400;
const EMPTY = { subject: "", text: "" };

const schema = z.object({
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say in a line what it is about"),
      z.maxLength(120, "Please keep it to 120 characters"),
    ),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Write your letter first"),
      z.maxLength(5000, "Please keep it to 5000 characters"),
    ),
});
const draftSchema = z.partial(z.object({ subject: z.string(), text: z.string() }));

/** Form for a letter to members. The draft survives a reload; a double tap sends one letter. */
export function LetterForm() {
  const me = useSession()?.claims.id ?? "";
  const draft = draftEntry(`letter:${me}`, draftSchema, {});
  const { form, removeDraft } = useDraftedForm(schema, draft, EMPTY);
  const [asking, setAsking] = useState(false);
  const [members, setMembers] = useState(EVERYBODY);
  const segment = toRequest(members);
  // The last number stays while the town is typed, and nothing is sent by it.
  const counted = useDebounced(members, COUNT_AFTER_MS);
  const audience = api.useQuery(
    "get",
    AUDIENCE,
    { params: { query: toRequest(counted) ?? {} } },
    { refetchInterval: ({ state }) => untilNext(state.data?.next_at) },
  );
  const tryOut = api.useMutation("post", "/api/admin/letters/trial", {
    onSuccess: ({ to }) => toast.success(`Sent to ${to}`),
    onError: (error) => showServerErrors(form, error),
  });
  const { send, busy, error, reset } = useSend(() => {
    form.reset(EMPTY);
    setMembers(EVERYBODY);
    removeDraft();
    setAsking(false);
  });
  const trial = useId();
  const ask = form.handleSubmit((body, event) => {
    if (event?.nativeEvent instanceof SubmitEvent && event.nativeEvent.submitter?.id === trial) {
      return tryOut.mutate({ body });
    }
    // Enter submits, too, even before the number of recipients is known.
    if (!audience.data || counted !== members || whyNot(audience.data)) return;
    reset();
    setAsking(true);
  });
  return (
    <Form onSubmit={ask} className="mt-4 grid gap-4">
      <Input label="Subject" autoComplete="off" {...fieldOf(form, "subject")} />
      <Textarea
        label="Letter"
        hint="Plain text; an empty line begins a new paragraph. It opens with “Hello” and their first name."
        rows={10}
        {...fieldOf(form, "text")}
      />
      <SegmentFields value={members} onChange={setMembers} />
      <FormError form={form} />
      <Loaded
        query={audience}
        skeleton={
          <Loading label="Counting the recipients">
            <Skeleton className="h-12 rounded-full" />
          </Loading>
        }
      >
        {(found) => (
          <>
            <p role="status" className="text-ink-2 empty:hidden">
              {whyNot(found) ?? paceOf(found)}
            </p>
            <div className="flex flex-wrap justify-end gap-3">
              <Button id={trial} type="submit" variant="quiet" busy={tryOut.isPending}>
                Send to yourself first
              </Button>
              <Button
                type="submit"
                variant="spark"
                disabled={counted !== members || whyNot(found) !== undefined}
              >
                Send to {membersInWords(found.members)}
              </Button>
            </div>
            <ConfirmDialog
              open={asking}
              onOpenChange={(next) => !busy && setAsking(next)}
              title={`Send it to ${membersInWords(found.members)}?`}
              description={`“${form.getValues("subject").trim()}” is sent by email, beginning at once, and can't be taken back. You can send the next letter 24 hours later.`}
              cancelLabel="Not yet"
              confirmLabel={`Send to ${membersInWords(found.members)}`}
              variant="spark"
              busy={busy}
              error={error}
              onConfirm={() => {
                const { subject, text } = form.getValues();
                if (!busy)
                  send({
                    subject: subject.trim(),
                    text: text.trim(),
                    ...(segment && { segment }),
                  });
              }}
            />
          </>
        )}
      </Loaded>
    </Form>
  );
}

/** Returns the time until the next check for a letter: each check counts all members. */
function untilNext(nextAt: string | undefined): number | false {
  return nextAt ? Math.max(Date.parse(nextAt) - Date.now(), LOOK_MS) : false;
}

/** Returns why no letter can be sent now; undefined if one can. */
function whyNot({ members, next_at }: Schemas["LetterAudience"]): string | undefined {
  if (next_at) {
    return `Members get one letter in 24 hours at most. You can send the next one ${formatWhenInSentence(next_at)}.`;
  }
  return members === 0
    ? "Nobody would get it: there is no such member, or all have switched these letters off."
    : undefined;
}

/** Returns how long the letter takes to go out, if its pace is limited and that takes a while. */
function paceOf({ members, per_hour }: Schemas["LetterAudience"]): string | undefined {
  if (!per_hour || members <= per_hour) return undefined;
  const hours = Math.ceil(members / per_hour);
  return `It goes out to ${per_hour} members an hour, so that it is not taken for spam: that takes about ${hours} hours.`;
}

function useSend(onSent: () => void) {
  const cache = useQueryCache();
  const key = useIdempotencyKey();
  // These callbacks must also run after the screen was left.
  const mutation = api.useMutation("post", "/api/admin/letters", {
    onSuccess: () => {
      key.renew();
      toast.success("Your letter is on its way");
      onSent();
    },
    onError: (error) => {
      // Without a response it may have been sent: the retry must carry the same idempotency key.
      if (error instanceof ApiError && error.status !== 0) key.renew();
    },
    // Another admin may have been faster: reload the current state.
    onSettled: () => cache.invalidate("/api/admin/letters", AUDIENCE, "/api/admin/audit"),
  });
  return {
    busy: mutation.isPending,
    error: mutation.error ? messageOf(mutation.error) : undefined,
    /** Clears the last error. */
    reset: mutation.reset,
    send: (body: Schemas["LetterForm"]) =>
      mutation.mutate({ params: { header: key.header }, body }),
  };
}
