import { Flag } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/badge";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { formatAgoInSentence } from "@/lib/format";
import { DueNote } from "../components/due-note";
import { Queue, useFilter } from "../components/queue";
import {
  decisionText,
  nameIn,
  type Report,
  reasonLabels,
  subjectOf,
} from "../components/report-words";

const FILTERS = [
  { status: "open", label: "Open", empty: "Nothing is reported" },
  { status: "decided", label: "Decided", empty: "Nothing decided yet" },
] as const;

/** Members' reports; the filter is kept in the URL. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const { status, empty } = filtering.shown;
  return (
    <Queue
      title="Reports"
      intro="Messages, people, skills, needs and reviews that members have reported, and cases in which somebody did not feel safe. Opening a report is recorded in the audit log."
      filtering={filtering}
      list={usePages("/api/admin/reports", { query: { status } })}
      placeholders={3}
      empty={
        <EmptyState icon={<Flag />} title={empty}>
          When a member reports a message, a person, a skill, a need or a review, it shows up here.
          Reports by you or about you are for others.
        </EmptyState>
      }
    >
      {(report) => <ReportCard report={report} />}
    </Queue>
  );
}

function ReportCard({ report }: { report: Report }) {
  const { id, reason, reporter, created_at, due_at, decision } = report;
  return (
    <Card className="relative grid gap-1 transition-shadow hover:shadow-raised">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-title wrap-anywhere">
          <Link
            to={`/admin/reports/${id}`}
            className="after:absolute after:inset-0 hover:underline"
          >
            {subjectOf(report)}
          </Link>
        </h3>
        {decision ? <Badge tone="leaf">{decisionText(decision)}</Badge> : <DueNote due={due_at} />}
      </div>
      <p>{reasonLabels[reason]}</p>
      <p className="text-small text-ink-2">
        Reported by {nameIn(reporter)}, {formatAgoInSentence(created_at)}
      </p>
    </Card>
  );
}
