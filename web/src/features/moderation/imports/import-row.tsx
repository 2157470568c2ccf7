import { Link } from "react-router";
import { Badge } from "@/components/badge";
import type { Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { membersInWords } from "../components/letter-row";

type Import = Schemas["ImportInfo"];

const STATES = {
  failed: { tone: "danger", label: "Has errors" },
  ready: { tone: "spark", label: "Ready" },
  running: { tone: "plum", label: "Running" },
  done: { tone: "leaf", label: "Done" },
} as const;

/** State of an import in a word. */
export function ImportState({ state }: { state: Import["state"] }) {
  const { tone, label } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** A checked file in the list, with a link to its result. */
export function ImportRow({ item }: { item: Import }) {
  const { id, file_name, state, members, imported, errors, uploaded_at, uploaded_by } = item;
  const outcome = {
    failed: `${errors} ${errors === 1 ? "error" : "errors"}`,
    ready: `${membersInWords(members)} to import`,
    running: `${imported} of ${membersInWords(members)} so far`,
    done: `${membersInWords(imported)} imported`,
  }[state];
  return (
    <div className="py-3 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-2">
        <Link to={`/admin/imports/${id}`} className="font-bold hover:underline">
          {file_name}
        </Link>
        <ImportState state={state} />
      </p>
      <p className="num">{outcome}</p>
      <p className="num text-small text-ink-2">
        {[formatWhen(uploaded_at), uploaded_by].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}
