import { Flag } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { Badge } from "@/components/chip";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { formatAgoInSentence } from "@/lib/format";
import { FilterChips } from "../components/filter-chips";
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

/** Members' reports; the address keeps the filter. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const shown = FILTERS.find(({ status }) => status === params.get("status")) ?? FILTERS[0];
  const reports = usePages("/api/admin/reports", { query: { status: shown.status } });
  return (
    <section aria-labelledby="reports" className="max-w-3xl">
      <PageTitle>Reports</PageTitle>
      <h2 id="reports" className="text-title">
        Reports
      </h2>
      <p className="mt-1 text-ink-2">
        Messages, people and skills that members have reported. Opening a report is recorded in the
        audit log.
      </p>
      <FilterChips
        filters={FILTERS}
        shown={shown.status}
        onChoose={(status) => setParams({ status }, { replace: true, preventScrollReset: true })}
        className="my-4"
      />
      <Loaded
        query={{ ...reports, data: reports.items }}
        skeleton={
          <SkeletonList count={3}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<Flag />} title={shown.empty}>
            When a member reports a message, a person or a skill, it shows up here. Reports by you
            or about you are for others.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4">
            {items.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={reports} />
    </section>
  );
}

function ReportCard({ report }: { report: Report }) {
  const { id, reason, reporter, created_at, decision } = report;
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
        {decision && <Badge tone="leaf">{decisionText(decision)}</Badge>}
      </div>
      <p>{reasonLabels[reason]}</p>
      <p className="text-small text-ink-2">
        Reported by {nameIn(reporter)}, {formatAgoInSentence(created_at)}
      </p>
    </Card>
  );
}
