import { Map as MapIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import type { Schemas } from "@/lib/api";
import { usePeople, useSearchArea } from "../api/use-people";
import { type DistanceValue, nextDistance, nobodyFoundText, readFilters } from "../filters";
import { PeopleMap } from "../map/people-map";
import type { SearchArea } from "../search-area";
import { CardGridSkeleton } from "./card-grid";
import { NearestFirst } from "./nearest-first";
import { PeopleFilters, useChangeFilters } from "./people-filters";
import { PersonCard } from "./person-card";

/** A map has space for more people than a list. */
const ON_MAP = 60;

/** People around, in a list and optionally on a map; the URL keeps all choices. */
export function PeopleNearby({ profile }: { profile: Schemas["Profile"] | undefined }) {
  const [params] = useSearchParams();
  const change = useChangeFilters();
  const where = useSearchArea(profile, readFilters(params));
  const withMap = params.get("view") === "map";
  const people = usePeople(where, withMap ? ON_MAP : undefined);
  const map = useScrollTo(withMap);

  return (
    <section aria-labelledby="people-nearby" className="grid grid-cols-1 gap-2 sm:gap-4">
      <div className="flex items-center justify-between gap-3 max-sm:-my-1">
        <h2 id="people-nearby" tabIndex={-1} className="text-title sm:text-heading">
          People nearby
        </h2>
        <Link
          to="/explore-list"
          className="flex min-h-11 items-center text-small font-semibold underline underline-offset-3"
        >
          View all
        </Link>
      </div>
      <PeopleFilters where={where}>
        <Chip
          pressed={withMap}
          className="shrink-0"
          onClick={() => {
            map.follow();
            change({ view: withMap ? undefined : "map" });
          }}
        >
          <MapIcon aria-hidden="true" className="size-4" />
          Map
        </Chip>
      </PeopleFilters>
      <div className={withMap ? sideBySideClass : undefined}>
        <div className="min-w-0">
          <Loaded
            query={people}
            skeleton={<CardGridSkeleton narrow={withMap} />}
            error="Unable to load people. Please try again later."
            empty={
              where && <NobodyNearby where={where} onWiden={(distance) => change({ distance })} />
            }
          >
            {(items) => (
              <NearestFirst
                items={items}
                list={people}
                narrow={withMap}
                offers={(person) => person.skills.length > 0}
                card={(person) => <PersonCard person={person} />}
              />
            )}
          </Loaded>
        </div>
        {withMap && (
          <div
            ref={map.ref}
            className="order-first h-[min(26rem,62dvh)] min-h-72 lg:top-24 lg:order-none lg:h-[calc(100dvh-8rem)] lg:roomy:sticky"
          >
            <PeopleMap people={people.data} where={where} />
          </div>
        )}
      </div>
    </section>
  );
}

/** Scrolls to content once it shows, if the person requested it after arrival. */
function useScrollTo(shown: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const followed = useRef(false);
  useEffect(() => {
    if (shown && followed.current) ref.current?.scrollIntoView({ block: "start" });
    followed.current = false;
  }, [shown]);
  return {
    ref,
    /** Announces that the next content was requested. */
    follow: () => {
      followed.current = true;
    },
  };
}

/** The list beside the map; below it where space is short. */
const sideBySideClass = "grid grid-cols-1 items-start gap-5 lg:grid-cols-[2fr_3fr]";

function NobodyNearby({
  where,
  onWiden,
}: {
  where: SearchArea;
  onWiden: (distance: DistanceValue) => void;
}) {
  const next = nextDistance(where.distance);
  return (
    <EmptyState
      art="people"
      title={nobodyFoundText(where.city, where.distance)}
      action={
        next && (
          <Button onClick={() => onWiden(next.value)}>
            {next.value === "2000" ? "Look at any distance" : `Look within ${next.phrase}`}
          </Button>
        )
      }
    >
      Try selecting different filters.
    </EmptyState>
  );
}
