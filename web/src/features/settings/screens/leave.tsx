import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { ExportCard } from "../components/export-card";
import { LeaveForm } from "../leave/leave-form";
import { LeavingObstacles } from "../leave/obstacles";
import { WhatGoes } from "../leave/what-goes";

/** Code of the obstacle that a member can also give up. */
const CASH_LEFT = "wallet.cash_left";

/** What must be settled, what is deleted and what stays; then the deletion of the own account. */
export function Component() {
  const query = api.useQuery("get", "/api/settings/leaving");
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Delete my account" back="/settings/data">
        You leave this community for ever. This cannot be undone.
      </PageHeader>
      <Loaded query={query} error="This could not be loaded." skeleton={<PageSkeleton />}>
        {(leaving) => {
          const open = leaving.obstacles.filter(({ code }) => code !== CASH_LEFT);
          return (
            <div className="grid gap-5">
              {leaving.obstacles.length > 0 && <LeavingObstacles obstacles={leaving.obstacles} />}
              <WhatGoes leaving={leaving} />
              <ExportCard />
              {open.length === 0 && (
                <section aria-labelledby="for-ever">
                  <Card className="grid gap-4">
                    <h2 id="for-ever" className="text-title">
                      Delete my account for ever
                    </h2>
                    <LeaveForm cash={leaving.cash} />
                  </Card>
                </section>
              )}
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}

function PageSkeleton() {
  return (
    <Loading label="Loading">
      <Skeleton className="h-96 rounded-m" />
    </Loading>
  );
}
