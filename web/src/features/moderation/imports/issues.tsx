import { Badge } from "@/components/badge";
import { PrivateFileButton } from "@/components/private-file-button";
import { client, type Schemas } from "@/lib/api";

/** Errors and notes of a file, each with its row, and all of them as a table. */
export function Issues({ item }: { item: Schemas["ImportInfo"] }) {
  const { id, issues, issue_count } = item;
  if (issues.length === 0) return null;
  const load = async () => {
    const { data } = await client.GET("/api/admin/imports/{id}/errors.csv", {
      params: { path: { id } },
      parseAs: "blob",
    });
    return data as unknown as Blob;
  };
  const shown = issues.length < issue_count ? `The first ${issues.length} of ${issue_count}` : "";
  return (
    <section aria-labelledby="import-issues" className="grid gap-2">
      <h3 id="import-issues" className="font-bold">
        Errors and notes
      </h3>
      {shown && <p className="num text-small text-ink-2">{shown}</p>}
      <ul className="divide-y divide-line">
        {issues.map((issue, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={place} className="grid gap-1 py-2.5 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-2">
              <span className="num font-semibold">Row {issue.row}</span>
              {issue.column && <span className="text-ink-2">{issue.column}</span>}
              <Badge tone={issue.severity === "error" ? "danger" : "neutral"}>
                {issue.severity === "error" ? "Error" : "Note"}
              </Badge>
            </p>
            {issue.value && issue.value !== issue.column && (
              <p className="text-small text-ink-2">{issue.value}</p>
            )}
            <p>{issue.message}</p>
          </li>
        ))}
      </ul>
      <PrivateFileButton name="import-errors.csv" load={load}>
        Download all as a table
      </PrivateFileButton>
    </section>
  );
}
