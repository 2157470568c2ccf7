import { Users } from "lucide-react";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { usePages } from "@/lib/api";
import { ClusterRow } from "../components/cluster-row";

/** Accounts that may belong to one person, for an admin to examine. */
export function Component() {
  const clusters = usePages("/api/admin/clusters");
  return (
    <Card className="max-w-3xl">
      <PageTitle>Linked accounts</PageTitle>
      <h2 className="text-title">Linked accounts</h2>
      <p className="mt-1 text-ink-2">
        Members who book only each other and sign in from one place. They may be a family, or one
        person with several accounts. Talk to them before you decide.
      </p>
      <div className="mt-2">
        <PagedList
          list={clusters}
          placeholders={3}
          empty={
            <EmptyState icon={<Users />} title="No linked accounts found">
              {clusters.hasNextPage
                ? "Not among the latest bookings. You can look further back."
                : "No members book only each other from one place."}
            </EmptyState>
          }
          keyOf={({ members }) => members.map(({ member }) => member.id).join()}
        >
          {(cluster) => <ClusterRow cluster={cluster} />}
        </PagedList>
      </div>
    </Card>
  );
}
