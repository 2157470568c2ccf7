import { Users } from "lucide-react";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { ClusterRow } from "../components/cluster-row";

/** Accounts that may belong to one person, for an admin to examine. */
export function Component() {
  const clusters = usePages("/api/admin/clusters");
  return (
    <Card className="max-w-3xl">
      <PageTitle>Linked accounts</PageTitle>
      <h2 className="text-title">Linked accounts</h2>
      <p className="text-ink-2">
        Members who book only each other and sign in from one place. They may be a family, or one
        person with several accounts. Talk to them before you decide.
      </p>
      <div className="mt-2">
        <Loaded
          query={{ ...clusters, data: clusters.items }}
          skeleton={
            <SkeletonList count={3}>
              <SkeletonRow />
            </SkeletonList>
          }
          empty={
            <EmptyState icon={<Users />} title="No linked accounts found">
              {clusters.hasNextPage
                ? "Not among the latest bookings. You can look further back."
                : "No members book only each other from one place."}
            </EmptyState>
          }
        >
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((cluster) => (
                <li key={cluster.members.map(({ member }) => member.id).join()}>
                  <ClusterRow cluster={cluster} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <MoreButton list={clusters} />
      </div>
    </Card>
  );
}
