import { CalendarClock, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { PersonLink } from "@/components/person-link";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, type Schemas, usePages } from "@/lib/api";
import { formatDayInFull } from "@/lib/format";
import { FilterChips } from "../components/filter-chips";
import { useFilter } from "../components/queue";
import { CheckCard } from "../vetting/check-card";
import { CheckForm } from "../vetting/check-form";

const FILTERS = [
  {
    status: "all",
    label: "Checks",
    intro:
      "What you check of members in person, such as references or a DBS certificate. You record under Members who has passed which.",
  },
  {
    status: "ending",
    label: "Running out",
    intro:
      "Checks with a last day, the next one first. Members and admins are told a month before, and once it is over.",
  },
] as const;

/** The checks that admins make of members, and those of members that run out. */
export function Component() {
  const { filters, shown, choose } = useFilter(FILTERS);
  return (
    <section aria-labelledby="checks" className="grid max-w-3xl gap-4">
      <PageTitle>Checks</PageTitle>
      <div>
        <h2 id="checks" className="text-title">
          Checks
        </h2>
        <p className="text-ink-2">{shown.intro}</p>
      </div>
      <FilterChips filters={filters} shown={shown.status} onChoose={choose} />
      {shown.status === "all" ? <All /> : <Ending />}
    </section>
  );
}

function All() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      {adding ? (
        <Card>
          <CheckForm onDone={() => setAdding(false)} />
        </Card>
      ) : (
        <Button className="justify-self-start" onClick={() => setAdding(true)}>
          Add a check
        </Button>
      )}
      <Loaded
        query={api.useQuery("get", "/api/admin/checks")}
        error="The checks could not be loaded."
        skeleton={
          <SkeletonList>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<ShieldCheck />} title="No checks yet">
            Add one for what members have to show before they help with lifts or children.
          </EmptyState>
        }
      >
        {(checks) => checks.map((check) => <CheckCard key={check.id} check={check} />)}
      </Loaded>
    </>
  );
}

function Ending() {
  return (
    <PagedList
      list={usePages("/api/admin/check-records")}
      cards
      keyOf={({ user_id, check_id }) => `${user_id}.${check_id}`}
      placeholders={3}
      empty={
        <EmptyState icon={<CalendarClock />} title="None runs out">
          Checks of members that have to be made again show up here.
        </EmptyState>
      }
    >
      {(record) => <EndingCard record={record} />}
    </PagedList>
  );
}

function EndingCard({ record }: { record: Schemas["CheckRecord"] }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <PersonLink id={record.user_id}>{record.name || "A former member"}</PersonLink>
      <Badge tone={record.counts ? "leaf" : "danger"}>
        {record.counts ? "Counts" : "Has run out"}
      </Badge>
      <p className="basis-full text-small text-ink-2 wrap-anywhere">
        {record.title}
        {record.expires_on && `, until ${formatDayInFull(record.expires_on)}`}
      </p>
    </Card>
  );
}
