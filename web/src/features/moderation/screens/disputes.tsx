import { Scale } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { DisputeCard } from "../components/dispute-card";
import { Queue } from "../components/queue";

/** The disputed bookings. */
export function Component() {
  return (
    <Queue
      title="Disputes"
      intro="The money of an open dispute is frozen until you decide. Hear both sides first."
      list={usePages("/api/admin/disputes")}
      placeholders={2}
      empty={
        <EmptyState icon={<Scale />} title="No disputes">
          When somebody opens a dispute, it shows up here.
        </EmptyState>
      }
    >
      {(dispute) => <DisputeCard dispute={dispute} />}
    </Queue>
  );
}
