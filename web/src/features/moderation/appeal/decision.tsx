import type { Schemas } from "@/lib/api";
import { formatDay, formatDayInSentence } from "@/lib/format";

type Decision = Schemas["Decision"];

/** A decision of staff in words for the member, with the state of the appeal. */
export function DecisionText({ decision }: { decision: Decision }) {
  const { appeal } = decision;
  return (
    <div className="grid gap-3">
      <div>
        <p className="text-small text-ink-2">The reason, {formatDay(decision.decided_at)}</p>
        <p className="whitespace-pre-line wrap-anywhere">{decision.reason}</p>
      </div>
      {appeal?.text && (
        <div>
          <p className="text-small text-ink-2">Your appeal, {formatDay(appeal.sent_at)}</p>
          <p className="whitespace-pre-line wrap-anywhere">{appeal.text}</p>
        </div>
      )}
      {appeal && <Answer appeal={appeal} isApplicant={decision.kind === "application"} />}
      {!appeal && !decision.in_force && <p>It has been reversed.</p>}
      {!appeal && decision.in_force && !decision.appeal_until && (
        <p className="text-ink-2">The time in which you could appeal is over.</p>
      )}
    </div>
  );
}

interface AnswerProps {
  appeal: NonNullable<Decision["appeal"]>;
  /** Whether the reader has no account, and so no address for the answer. */
  isApplicant: boolean;
}

function Answer({ appeal, isApplicant }: AnswerProps) {
  if (appeal.state === "open") {
    return (
      <p>
        We have your appeal, and look at the decision again
        {appeal.due_at && `, by ${formatDayInSentence(appeal.due_at)}`}.{" "}
        {isApplicant ? "You find the answer by the same link." : "You get the answer by email."}
      </p>
    );
  }
  return (
    <div>
      <p className="font-semibold">
        {appeal.state === "overturned"
          ? `Your appeal succeeded: ${isApplicant ? "you are welcome to apply again." : "the decision is reversed."}`
          : "We have looked at it again, and the decision stands."}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{appeal.reason}</p>
      {appeal.same_person && (
        <p className="text-small text-ink-2">
          It was reviewed by the same person, as this community has one moderator.
        </p>
      )}
    </div>
  );
}

/** Returns what was decided, as a heading. */
export function decisionTitle({ kind, title }: Decision): string {
  if (kind === "suspension") return "Your account was suspended";
  if (kind === "message") return "A message of yours was removed";
  if (kind === "profile") return "Text and photo of your profile were removed";
  if (kind === "warning") return "You were warned";
  if (kind === "review") return `Your review of ${title} was removed`;
  if (kind === "document") return `We could not accept your ${title}`;
  if (kind === "application") return "Your application was declined";
  if (kind === "skill_name") return `${title} was not accepted as a skill`;
  return `Your ${kind} ${title} was taken down`;
}
