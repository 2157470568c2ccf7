import { ArrowLeft, FileQuestion } from "lucide-react";
import { Link, useParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, messageOf, type Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { ClaimLine } from "../components/claim-line";
import { ModerationBadge } from "../components/moderation-badge";
import { decisionText, nameIn, reasonLabels, subjectOf } from "../components/report-words";
import { ReportedThing } from "../components/reported-thing";
import { useMemberDialog } from "../components/use-member-dialog";
import { VerdictForm } from "../components/verdict-form";

type Case = Schemas["ReportCase"];

/** A report: its content, its author, and the decision. */
export function Component() {
  const { id = "" } = useParams();
  const found = api.useQuery("get", "/api/admin/reports/{id}", { params: { path: { id } } });
  const { error } = found;
  const refused = error instanceof ApiError && [400, 403, 404].includes(error.status);
  return (
    <section aria-labelledby="report" className="grid max-w-3xl gap-4">
      <PageTitle>Report</PageTitle>
      <Link
        to="/admin/reports"
        className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        All reports
      </Link>
      <h2 id="report" className="text-title wrap-anywhere">
        {found.data ? subjectOf(found.data.report) : "Report"}
      </h2>
      {refused ? (
        <EmptyState
          icon={<FileQuestion />}
          title="This report is not for you to see"
          action={<ButtonLink to="/admin/reports">See all reports</ButtonLink>}
        >
          {messageOf(error)}
        </EmptyState>
      ) : (
        <Loaded query={found} skeleton={<CaseSkeleton />}>
          {(found) => <CaseView found={found} />}
        </Loaded>
      )}
    </section>
  );
}

function CaseSkeleton() {
  return (
    <Loading label="Loading the report">
      <div className="grid gap-4">
        <Skeleton className="h-32 rounded-m" />
        <Skeleton className="h-64 rounded-m" />
      </div>
    </Loading>
  );
}

function CaseView({ found }: { found: Case }) {
  const { report, words, member, moderation } = found;
  const { reporter, reported, reason, created_at, decision } = report;
  return (
    <>
      <Card className="grid gap-2">
        <h3 className="font-text text-body font-bold tracking-normal">{reasonLabels[reason]}</h3>
        {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
        {moderation && (
          <span>
            <ModerationBadge state={moderation} />
          </span>
        )}
        <p className="text-small text-ink-2">
          Reported by <PersonLink person={reporter} />, {formatWhen(created_at)}
        </p>
      </Card>
      <ReportedThing found={found} />
      {member && <ReportedMember member={member} reported={reported} />}
      {!decision && <ClaimLine queue="reports" id={report.id} what={subjectOf(report)} />}
      <Card className="grid gap-3">
        <h3 className="text-title">Decision</h3>
        {decision ? (
          <Decided decision={decision} />
        ) : (
          <VerdictForm
            report={report}
            canTakeDown={
              report.subject === "message" ||
              report.subject === "person" ||
              (moderation !== undefined && moderation !== "removed")
            }
          />
        )}
      </Card>
    </>
  );
}

function PersonLink({ person }: { person: Schemas["ReportPerson"] }) {
  if (!person.name) return nameIn(person);
  return (
    <Link to={`/user-profile/${person.id}`} className="font-semibold underline">
      {person.name}
    </Link>
  );
}

interface ReportedMemberProps {
  member: Schemas["Member"];
  reported: Schemas["ReportPerson"];
}

/** The reported member, with the actions of staff. */
function ReportedMember({ member, reported }: ReportedMemberProps) {
  const { manage, dialog } = useMemberDialog();
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">
        <PersonLink person={reported} />
        <span className="block text-small text-ink-2">
          {member.email}
          {member.status === "suspended" && " · Suspended"}
        </span>
      </p>
      <Button variant="quiet" size="small" onClick={() => manage(member)}>
        Manage<span className="sr-only"> {nameIn(reported)}</span>
      </Button>
      {dialog}
    </Card>
  );
}

function Decided({ decision }: { decision: Schemas["ReportDecision"] }) {
  return (
    <>
      <p className="font-semibold">{decisionText(decision)}</p>
      {decision.warning && (
        <blockquote className="rounded-s bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">
          {decision.warning}
        </blockquote>
      )}
      <p className="whitespace-pre-line wrap-anywhere">{decision.reason}</p>
      <p className="text-small text-ink-2">
        {nameIn(decision.decided_by)}, {formatWhen(decision.decided_at)}
      </p>
    </>
  );
}
