import { useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, RadioCard } from "@/components/form";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { formatAgoInSentence } from "@/lib/format";
import { useSession } from "@/lib/session";
import { ClaimLine } from "./claim-line";
import { DueNote } from "./due-note";
import { nameIn } from "./report-words";

type Appeal = Schemas["Appeal"];

/** An appeal, with the decision it is about, and what staff can do while it is open. */
export function AppealCard({ appeal }: { appeal: Appeal }) {
  const me = useSession()?.claims.id;
  const { user, decision_by, outcome } = appeal;
  return (
    <Card className="grid gap-3">
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-title wrap-anywhere">{headingOf(appeal)}</h3>
          {outcome ? (
            <Badge tone={outcome.overturned ? "leaf" : "neutral"}>
              {outcome.overturned ? "Reversed" : "Upheld"}
            </Badge>
          ) : (
            <DueNote due={appeal.due_at} />
          )}
        </div>
        <p className="text-small text-ink-2 wrap-anywhere">
          {appeal.kind === "application" ? (
            nameOf(appeal)
          ) : (
            <Link to={`/user-profile/${user.id}`} className="font-semibold hover:underline">
              {nameOf(appeal)}
            </Link>
          )}
          , {formatAgoInSentence(appeal.sent_at)}
        </p>
      </div>
      <p className="rounded-s bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">{appeal.text}</p>
      <div>
        <p className="text-small text-ink-2">
          Decision by {nameIn(decision_by)}, {formatAgoInSentence(appeal.decision_at)}
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{appeal.decision_reason}</p>
        {appeal.report_id && (
          <Link
            to={`/admin/reports/${appeal.report_id}`}
            className="inline-flex min-h-11 items-center font-semibold hover:underline"
          >
            Read the report
          </Link>
        )}
        {!appeal.in_force && !outcome && (
          <p className="text-small text-ink-2">
            It has been reversed since, or decided again. You can still answer.
          </p>
        )}
      </div>
      {outcome ? (
        <div>
          <p className="text-small text-ink-2">
            Looked at again by {nameIn(outcome.by)}
            {outcome.same_person && ", who had decided, as nobody else could"},{" "}
            {formatAgoInSentence(outcome.at)}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{outcome.reason}</p>
        </div>
      ) : appeal.may_decide ? (
        <Handling appeal={appeal} />
      ) : (
        <p className="text-small text-ink-2">
          {decision_by.id === me
            ? "You took this decision, so somebody else looks at it again."
            : "It is about somebody on staff, so an admin looks at it again."}
        </p>
      )}
    </Card>
  );
}

/** Returns the name of who appeals; a declined applicant has no account any more. */
function nameOf({ kind, user }: Appeal): string {
  return kind === "application" ? "An applicant" : nameIn(user);
}

function headingOf({ kind, title }: Appeal): string {
  switch (kind) {
    case "suspension":
      return "Suspended account";
    case "message":
      return "Message removed";
    case "profile":
      return "Text and photo removed from a profile";
    case "warning":
      return "Warning";
    case "skill":
      return `Skill taken down: ${title}`;
    case "need":
      return `Need taken down: ${title}`;
    case "review":
      return `Review removed: ${title}`;
    case "document":
      return `Identity document refused: ${title}`;
    case "skill_name":
      return `Skill name refused: ${title}`;
    case "application":
      return "Application declined";
  }
}

function useReload() {
  const cache = useQueryCache();
  // A colleague may have been faster: reload the current state.
  return () =>
    cache.invalidate(
      "/api/admin/appeals",
      "/api/admin/waiting",
      "/api/admin/members",
      "/api/admin/takedowns",
      "/api/admin/audit",
    );
}

function Handling({ appeal }: { appeal: Appeal }) {
  const [deciding, setDeciding] = useState(false);
  const what = `the appeal of ${nameOf(appeal)}`;
  if (deciding) return <OutcomeForm appeal={appeal} onCancel={() => setDeciding(false)} />;
  return (
    <>
      <ClaimLine queue="appeals" id={appeal.id} what={what} />
      <Button size="small" className="justify-self-end" onClick={() => setDeciding(true)}>
        Decide<span className="sr-only"> {what}</span>
      </Button>
    </>
  );
}

const schema = z.object({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "A reason is required"),
      z.maxLength(500, "Please keep it to 500 characters"),
    ),
});

function OutcomeForm({ appeal, onCancel }: { appeal: Appeal; onCancel: () => void }) {
  const [decision, setDecision] = useState<Schemas["AppealVerdict"]["decision"]>("uphold");
  const isApplicant = appeal.kind === "application";
  const form = useAppForm(schema, { reason: "" });
  const decide = api.useMutation("put", "/api/admin/appeals/{id}/decide", {
    onSettled: useReload(),
    onSuccess: () =>
      toast.success(isApplicant ? "Your answer is saved" : `${nameOf(appeal)} has been told`),
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ reason }) =>
        decide.mutate({ params: { path: { id: appeal.id } }, body: { decision, reason } }),
      )}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">What to do</legend>
        <RadioCard
          name={`outcome-${appeal.id}`}
          value="uphold"
          title="Uphold the decision"
          text="It stands as it is."
          checked={decision === "uphold"}
          onChoose={() => setDecision("uphold")}
        />
        <RadioCard
          name={`outcome-${appeal.id}`}
          value="overturn"
          title="Reverse the decision"
          text={reversalText(appeal.kind)}
          checked={decision === "overturn"}
          onChoose={() => setDecision("overturn")}
        />
      </fieldset>
      <ReplyField
        form={form}
        name="reason"
        queue="appeals"
        label="Reason"
        hint={
          isApplicant
            ? "They read it by the link in their email."
            : `${nameOf(appeal)} gets it by email and as a notification.`
        }
        rows={3}
      />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onCancel}>
          Back
        </Button>
        <Button type="submit" size="small" busy={decide.isPending}>
          {decision === "overturn" ? "Reverse it" : "Uphold it"}
        </Button>
      </div>
    </Form>
  );
}

function reversalText(kind: Appeal["kind"]): string {
  switch (kind) {
    case "suspension":
      return "They can sign in again at once.";
    case "message":
      return "Both can read the message again.";
    case "profile":
      return "They are told that they can put text and photo back.";
    case "warning":
      return "They are told that the warning no longer stands.";
    case "skill":
      return "Others can see and book the skill again at once, with its pictures.";
    case "need":
      return "The need is on the board again, if its time is not over.";
    case "review":
      return "The review is shown again, and its stars count.";
    case "document":
      return "The document counts as approved, unless they have deleted it.";
    case "skill_name":
      return "The name is accepted for everybody, and skills under it are shown.";
    case "application":
      return "They read that they can apply again. What they had told us is deleted.";
  }
}
