import { Scale } from "lucide-react";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { DisputeCard } from "../components/dispute-card";

/** The disputed bookings. */
export function Component() {
  const disputes = usePages("/api/admin/disputes");
  return (
    <section aria-labelledby="disputes" className="max-w-3xl">
      <PageTitle>Disputes</PageTitle>
      <h2 id="disputes" className="text-title">
        Disputes
      </h2>
      <p className="mb-4 text-ink-2">
        The money of an open dispute is frozen until you decide. Hear both sides first.
      </p>
      <Loaded
        query={{ ...disputes, data: disputes.items }}
        skeleton={
          <SkeletonList count={2}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<Scale />} title="No disputes">
            When somebody opens a dispute, it shows up here.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4">
            {items.map((dispute) => (
              <li key={dispute.id}>
                <DisputeCard dispute={dispute} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={disputes} />
    </section>
  );
}
