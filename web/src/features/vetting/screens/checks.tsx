import { ShieldCheck } from "lucide-react";
import { Badge } from "@/components/badge";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { formatDayInFull } from "@/lib/format";

type Check = Schemas["OwnVettingCheck"];

/** The checks that the hosts make, and which of them the member has passed. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Checks" back="/settings">
        What the hosts check in person, such as references. They record here what you have passed.
      </PageHeader>
      <Loaded
        query={api.useQuery("get", "/api/checks")}
        error="The checks could not be loaded."
        skeleton={
          <SkeletonList>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<ShieldCheck />} title="No checks here">
            The hosts of this community make no checks at present.
          </EmptyState>
        }
      >
        {(checks) => (
          <ul className="grid gap-3">
            {checks.map((check) => (
              <li key={check.id}>
                <CheckCard check={check} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function CheckCard({ check }: { check: Check }) {
  return (
    <Card className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="text-title wrap-anywhere">{check.title}</h2>
        <Standing check={check} />
      </div>
      {check.about !== "" && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{check.about}</p>
      )}
      <Dates check={check} />
      {check.categories.length > 0 && (
        <p className="text-small text-ink-2">
          Needed to be booked for: {check.categories.join(", ")}
        </p>
      )}
      {check.counts && check.badge && (
        <p className="text-small text-ink-2">Neighbours see on your profile that you have it.</p>
      )}
    </Card>
  );
}

function Standing({ check }: { check: Check }) {
  if (check.counts) return <Badge tone="leaf">Passed</Badge>;
  return check.passed_on ? <Badge tone="danger">Has run out</Badge> : <Badge>Not yet</Badge>;
}

function Dates({ check: { passed_on, expires_on, counts } }: { check: Check }) {
  if (!passed_on) return null;
  const end = expires_on && `${counts ? "Counts" : "Counted"} until ${formatDayInFull(expires_on)}`;
  return (
    <p className="text-small text-ink-2">
      Passed on {formatDayInFull(passed_on)}. {end && `${end}.`}
    </p>
  );
}
