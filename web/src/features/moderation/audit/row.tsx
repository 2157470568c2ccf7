import { ListFilter } from "lucide-react";
import { Link } from "react-router";
import { IconButton } from "@/components/button";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { detailText } from "./delegate-actions";
import type { AuditFilter } from "./filter";
import { actionLabel, subjectPath } from "./labels";

interface AuditRowProps {
  entry: Schemas["AuditEntry"];
  filter: AuditFilter;
  onNarrow: (parts: AuditFilter) => void;
}

/** An entry of the audit log, with buttons that narrow the list to its actor or its subject. */
export function AuditRow({ entry, filter, onNarrow }: AuditRowProps) {
  const { actor_id: actor, actor_name: name, subject } = entry;
  return (
    <div className="py-3">
      <p className="flex items-center justify-between gap-2">
        <span className="min-w-0 break-words">
          <span className="font-bold">{name}</span> {actionLabel(entry.action)}
        </span>
        {!filter.actor && (
          <IconButton label={`Only by ${name}`} onClick={() => onNarrow({ actor })}>
            <ListFilter aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      </p>
      {entry.detail && <p className="break-words text-ink-2">{detailText(entry)}</p>}
      <div className="flex items-center justify-between gap-2">
        <p className="num min-w-0 text-small break-all text-ink-2">
          {formatWhen(entry.at)} · <Subject entry={entry} />
        </p>
        {subject && !filter.subject && (
          <IconButton
            label={`Only about ${subjectName(entry)}`}
            onClick={() => onNarrow({ subject })}
          >
            <ListFilter aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      </div>
    </div>
  );
}

/** Returns the subject of an entry in words: `skill_name:x_1` becomes `skill name x_1`. */
export function subjectName({ subject, subject_name }: Schemas["AuditEntry"]): string {
  const [kind = "", ...id] = subject.split(":");
  return subject_name ?? [kind.replaceAll("_", " "), ...id].join(" ");
}

/** The subject of an entry, linked if it is a member. */
function Subject({ entry }: { entry: Schemas["AuditEntry"] }) {
  const path = subjectPath(entry);
  if (!path) return subjectName(entry);
  return (
    <Link to={path} className="font-semibold underline">
      {entry.subject_name ?? "Member"}
    </Link>
  );
}
