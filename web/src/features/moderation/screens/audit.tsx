import { ScrollText } from "lucide-react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { PrivateFileButton } from "@/components/private-file-button";
import { client, type Schemas, usePages, useQueryCache } from "@/lib/api";
import { type AuditFilter, exportDays, useAuditFilter } from "../audit/filter";
import { AuditFilters } from "../audit/filters";
import { AuditRow, subjectName } from "../audit/row";

/** The audit log of staff actions; it can be read but never changed. */
export function Component() {
  const { filter, change, reset } = useAuditFilter();
  const entries = usePages("/api/admin/audit", { query: filter });
  const narrowed = Object.keys(filter).length > 0;
  const isEmpty = entries.data?.length === 0;
  return (
    <Card className="max-w-3xl">
      <PageTitle>Audit log</PageTitle>
      <h2 className="text-title">Audit log</h2>
      <p className="mt-1 text-ink-2">
        Actions of moderators and admins. Nothing here can be changed.
      </p>
      <AuditFilters filter={filter} onChange={change} names={namesIn(filter, entries.data)} />
      <div className="mt-2">
        <PagedList
          list={entries}
          placeholders={5}
          empty={narrowed ? <NothingFound onReset={reset} /> : <NothingYet />}
          keyOf={({ id }) => id}
        >
          {(entry) => <AuditRow entry={entry} filter={filter} onNarrow={change} />}
        </PagedList>
      </div>
      {entries.data && !isEmpty && <Download filter={filter} />}
    </Card>
  );
}

/** Returns the names of the actor and the subject of the filter, which its entries have. */
function namesIn(filter: AuditFilter, entries: Schemas["AuditEntry"][] | undefined) {
  const by = entries?.find(({ actor_id }) => actor_id === filter.actor);
  const about = entries?.find(({ subject }) => subject === filter.subject);
  return { actor: by?.actor_name, subject: about && subjectName(about) };
}

function NothingYet() {
  return (
    <EmptyState icon={<ScrollText />} title="Nothing so far">
      Decisions, role changes and cash show up here.
    </EmptyState>
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={<ScrollText />}
      title="Nothing matches"
      action={<Button onClick={onReset}>Show everything</Button>}
    >
      Nobody did this, or not on these days.
    </EmptyState>
  );
}

function Download({ filter }: { filter: AuditFilter }) {
  const cache = useQueryCache();
  const days = exportDays(filter);
  const load = async () => {
    const { data } = await client.GET("/api/admin/audit.csv", {
      params: { query: { ...filter, ...days } },
      parseAs: "blob",
    });
    cache.invalidate("/api/admin/audit");
    return data as unknown as Blob;
  };
  return (
    <div className="mt-3 grid gap-2 border-t border-line pt-4">
      <PrivateFileButton name={`audit-${days.from}-to-${days.to}.csv`} load={load}>
        Download as a table
      </PrivateFileButton>
      <p className="text-small text-ink-2">
        The table (CSV) has what the filter shows, from {days.from} to {days.to}: at most a year and
        10,000 entries. Each download is itself in the audit log.
      </p>
    </div>
  );
}
