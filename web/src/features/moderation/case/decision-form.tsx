import { useId, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { FieldError, Form, FormError, FormMessage, Input, RadioCard } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { settlementText } from "@/lib/booking/amounts";
import { useDraftedForm } from "@/lib/drafted-form";
import { draftEntry } from "@/lib/drafts";
import { formatWhenInSentence } from "@/lib/format";
import { useSession } from "@/lib/session";

type Dispute = Schemas["Dispute"];
type Outcome = NonNullable<Dispute["outcome"]>;

const OUTCOMES = ["release", "refund", "split"] as const;

const schema = z.object({
  outcome: z.string().check(z.refine(isOutcome, "Choose how it ends")),
  share: z.string(),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say why: both of them read it"),
      z.maxLength(2000, "Please keep it to 2000 characters"),
    ),
});
const draftSchema = z.partial(
  z.object({ outcome: z.string(), share: z.string(), reason: z.string() }),
);

interface DecisionFormProps {
  dispute: Dispute;
  /** Called once the decision is saved. */
  onDecided: () => void;
}

/** Form for the decision about the frozen money, with the amounts that the server computes. */
export function DecisionForm({ dispute, onDecided }: DecisionFormProps) {
  const { bookingId, client, provider } = dispute;
  const me = useSession()?.claims.id ?? "";
  const draft = draftEntry(`disputeDecision:${me}:${bookingId}`, draftSchema, {});
  const { form, removeDraft } = useDraftedForm(schema, draft, {
    outcome: "",
    share: "50",
    reason: "",
  });
  const [asking, setAsking] = useState(false);
  const outcomeError = useId();
  const { outcome, share } = form.watch();
  const { errors } = form.formState;
  const choice = decisionOf(outcome, share);
  const preview = usePreview(bookingId, choice);
  const decide = useDecide(bookingId, () => {
    removeDraft();
    setAsking(false);
    onDecided();
  });
  const amounts = preview.data ? settlementText(dispute, preview.data) : undefined;
  return (
    <Form
      className="grid gap-4"
      onSubmit={form.handleSubmit(() => choice && preview.data && setAsking(true))}
    >
      <fieldset
        className="grid gap-2.5"
        data-invalid={errors.outcome && true}
        aria-describedby={errors.outcome && outcomeError}
      >
        <legend className="sr-only">Outcome</legend>
        {choices(dispute).map(({ value, title, text }) => (
          <RadioCard
            key={value}
            name="outcome"
            value={value}
            checked={outcome === value}
            onChoose={() => form.setValue("outcome", value, { shouldValidate: true })}
            title={title}
            text={text}
          />
        ))}
        <FieldError id={outcomeError}>{errors.outcome?.message}</FieldError>
      </fieldset>
      {outcome === "split" && (
        <Input
          label={`Percent for ${provider.firstname}`}
          inputMode="numeric"
          error={choice ? undefined : "Enter a whole number from 0 to 100"}
          {...form.register("share")}
        />
      )}
      <p role="status" className="num font-semibold empty:hidden">
        {dispute.price > 0 &&
          choice &&
          preview.data &&
          (amounts ?? "Nothing was paid, so nobody is paid or refunded.")}
      </p>
      <FormMessage>{preview.error ? messageOf(preview.error) : undefined}</FormMessage>
      <ReplyField
        form={form}
        name="reason"
        queue="disputes"
        label="Reason"
        hint={`${client.firstname} and ${provider.firstname} both read it.`}
        rows={3}
      />
      <FormError form={form} />
      <Button type="submit" className="justify-self-end">
        Decide
      </Button>
      <ConfirmDialog
        open={asking && choice !== undefined}
        onOpenChange={(next) => !decide.isPending && setAsking(next)}
        title={`Decide booking #${bookingId}?`}
        description={`${unheard(dispute)}${amounts ? `${amounts}. ` : ""}Both are told at once, with your reason. It can't be undone.`}
        cancelLabel="Not yet"
        confirmLabel="Yes, decide"
        busy={decide.isPending}
        error={decide.error ? messageOf(decide.error) : undefined}
        onConfirm={() => {
          if (!choice || decide.isPending) return;
          const reason = form.getValues("reason").trim();
          decide.mutate({ params: { path: { bookingId } }, body: { ...choice, reason } });
        }}
      />
    </Form>
  );
}

/** Returns a warning while the accused party still has time to answer; empty otherwise. */
function unheard({ answer_by, opened_by, client, provider }: Dispute): string {
  if (!answer_by || Date.parse(answer_by) <= Date.now()) return "";
  const { firstname } = opened_by === client.id ? provider : client;
  return `${firstname} has not answered yet, and has until ${formatWhenInSentence(answer_by)}. `;
}

interface Choice {
  outcome: Outcome;
  provider_share?: number;
}

/** Returns the chosen decision; undefined while incomplete. */
function decisionOf(outcome: string, share: string): Choice | undefined {
  if (!isOutcome(outcome)) return undefined;
  if (outcome !== "split") return { outcome };
  const text = share.trim();
  const isPercent = /^\d{1,3}$/.test(text) && Number(text) <= 100;
  return isPercent ? { outcome, provider_share: Number(text) } : undefined;
}

function isOutcome(text: string): text is Outcome {
  return (OUTCOMES as readonly string[]).includes(text);
}

function usePreview(bookingId: number, choice: Choice | undefined) {
  return api.useQuery(
    "get",
    "/api/admin/disputes/{bookingId}/preview",
    { params: { path: { bookingId }, query: choice ?? { outcome: "refund" } } },
    { enabled: choice !== undefined },
  );
}

function useDecide(bookingId: number, onDone: () => void) {
  const cache = useQueryCache();
  return api.useMutation("put", "/api/admin/disputes/{bookingId}", {
    onSuccess: () => {
      cache.invalidate(
        "/api/admin/disputes",
        "/api/admin/disputes/{bookingId}",
        "/api/admin/waiting",
        "/api/admin/audit",
      );
      toast.success(`Booking #${bookingId} is decided`);
      onDone();
    },
  });
}

function choices({ price, client: { firstname: client }, provider }: Dispute) {
  const choice = (value: Outcome, title: string, text: string) => ({ value, title, text });
  if (price === 0) {
    return [
      choice("release", "It counts as done", `${client} can write a review.`),
      choice("refund", "It counts as not done", "Nobody writes a review."),
    ];
  }
  const { firstname } = provider;
  return [
    choice("release", `Pay ${firstname}`, `${firstname} gets everything.`),
    choice("refund", `Refund ${client}`, `${client} gets everything back.`),
    choice("split", "Split it", "Each gets a part; you say how much."),
  ];
}
