import { Badge } from "@/components/chip";
import { type Booking, statusName } from "../format";

/** The status of a booking: green once it is accepted, yellow otherwise. */
export function StatusBadge({ status }: { status: Booking["status"] }) {
  return <Badge tone={status === "accepted" ? "leaf" : "spark"}>{statusName(status)}</Badge>;
}
