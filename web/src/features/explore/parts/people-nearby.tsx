import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { Skeleton } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import type { Schemas } from "@/lib/api";
import { type DistanceValue, nobodyFound, readFilters, wider, withFilter } from "../filters";
import { usePeople, useWhereabouts } from "../use-people";
import type { Whereabouts } from "../whereabouts";
import { CardGrid, CardGridSkeleton } from "./card-grid";
import { PeopleFilters } from "./people-filters";
import { PersonCard } from "./person-card";

/** Who is around, by city and distance; both stand in the URL. */
export function PeopleNearby({ profile }: { profile: Schemas["Profile"] | undefined }) {
  const [params, setParams] = useSearchParams();
  const where = useWhereabouts(profile, readFilters(params));
  const people = usePeople(where);
  const change = (name: "city" | "distance", value: string | undefined) =>
    setParams(withFilter(params, name, value), { replace: true, preventScrollReset: true });

  return (
    <section aria-labelledby="people-nearby" className="grid grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="people-nearby" className="text-heading">
          People nearby
        </h2>
        <Link
          to="/explore-list"
          className="flex min-h-11 items-center text-small font-semibold underline underline-offset-3"
        >
          View all
        </Link>
      </div>
      {where ? (
        <PeopleFilters
          {...where}
          onCity={(city) => change("city", city)}
          onDistance={(distance) => change("distance", distance)}
        />
      ) : (
        <Skeleton className="h-11 w-72 max-w-full rounded-full" />
      )}
      <Loaded
        query={{ ...people, data: people.items }}
        skeleton={<CardGridSkeleton />}
        error="Unable to load people. Please try again later."
        empty={where && <Nobody where={where} onWiden={(value) => change("distance", value)} />}
      >
        {(items) => (
          <CardGrid items={items} list={people} card={(person) => <PersonCard person={person} />} />
        )}
      </Loaded>
    </section>
  );
}

function Nobody({
  where,
  onWiden,
}: {
  where: Whereabouts;
  onWiden: (distance: DistanceValue) => void;
}) {
  const next = wider(where.distance);
  return (
    <EmptyState
      art="people"
      title={nobodyFound(where.city, where.distance)}
      action={
        next && (
          <Button onClick={() => onWiden(next.value)}>
            {next.value === "2000" ? "Look at any distance" : `Look within ${next.said}`}
          </Button>
        )
      }
    >
      Try selecting different filters.
    </EmptyState>
  );
}
