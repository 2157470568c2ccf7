import type { Schemas } from "@/lib/api";

/** How far an archive is. */
export function ArchiveProgress({ state, done, total, entries }: Schemas["DataExport"]) {
  return (
    <div className="grid gap-1">
      <progress
        aria-label="Putting the data together"
        value={done}
        max={Math.max(total, 1)}
        className="h-2 w-full accent-leaf"
      />
      <p role="status" className="num text-small text-ink-2">
        {state === "waiting"
          ? "The archive waits for its turn."
          : `Step ${done} of ${total}, ${entries} entries so far.`}{" "}
        You can leave this page: we tell you when it is ready.
      </p>
    </div>
  );
}
