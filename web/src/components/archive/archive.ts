import type { Schemas } from "@/lib/api";

const POLL_MS = 2_000;

/** Query option that asks again while an archive is being made. */
export const whileUnderWay = {
  refetchInterval: ({ state: { data } }: { state: { data?: Schemas["DataExport"] } }) =>
    data?.state === "waiting" || data?.state === "writing" ? POLL_MS : false,
} as const;

/** Writes a size for people, such as '2.5 MB'. */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
