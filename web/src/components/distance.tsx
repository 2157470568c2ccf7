import { formatDistance } from "@/lib/format";

/** How far away someone is; nothing when either place is unknown. */
export function Distance({ km }: { km?: number | null | undefined }) {
  return km === null || km === undefined ? null : <span className="num">{formatDistance(km)}</span>;
}
