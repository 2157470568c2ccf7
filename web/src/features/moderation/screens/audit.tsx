import { ScrollText } from "lucide-react";
import { Link } from "react-router";
import { Card } from "@/components/card";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { EmptyState } from "@/components/states";
import { type Schemas, usePages } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { actionLabel, subjectPath } from "../components/audit-labels";

/** The audit log of staff actions; it can be read but never changed. */
export function Component() {
  const entries = usePages("/api/admin/audit");
  return (
    <Card className="max-w-3xl">
      <PageTitle>Audit log</PageTitle>
      <h2 className="text-title">Audit log</h2>
      <p className="text-ink-2">Actions of moderators and admins. Nothing here can be changed.</p>
      <div className="mt-2">
        <PagedList
          list={entries}
          placeholders={5}
          empty={
            <EmptyState icon={<ScrollText />} title="Nothing so far">
              Decisions, role changes and cash show up here.
            </EmptyState>
          }
          keyOf={({ id }) => id}
        >
          {(entry) => (
            <div className="py-3">
              {" "}
              <p>
                <span className="font-bold">{entry.actor_name}</span> {actionLabel(entry.action)}
              </p>
              {entry.detail && <p className="break-words text-ink-2">{entry.detail}</p>}
              <p className="num text-small break-all text-ink-2">
                {formatWhen(entry.at)} · <Subject entry={entry} />
              </p>
            </div>
          )}
        </PagedList>
      </div>
    </Card>
  );
}

/** The subject of an entry, linked if it is a member. */
function Subject({ entry }: { entry: Schemas["AuditEntry"] }) {
  const path = subjectPath(entry);
  if (!path) return entry.subject.replace(":", " ");
  return (
    <Link to={path} className="font-semibold underline">
      Member
    </Link>
  );
}
