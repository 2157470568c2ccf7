import { useSearchParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { usePeople } from "../api/use-people";
import { nobodyFoundText } from "../filters";
import type { SearchArea } from "../search-area";
import { CardGridSkeleton } from "./card-grid";
import { NearestFirst } from "./nearest-first";
import { useChangeFilters } from "./people-filters";
import { PersonCard } from "./person-card";

/** The people in an area, nearest first. */
export function EveryoneList({ where }: { where: SearchArea | undefined }) {
  const people = usePeople(where);
  return (
    <Loaded
      query={people}
      skeleton={<CardGridSkeleton />}
      error="Unable to load people. Please try again later."
      empty={where && <Nobody where={where} />}
    >
      {(items) => (
        <NearestFirst
          items={items}
          list={people}
          offers={(person) => person.skills.length > 0}
          card={(person) => <PersonCard person={person} />}
        />
      )}
    </Loaded>
  );
}

function Nobody({ where: { city, distance } }: { where: SearchArea }) {
  const [params] = useSearchParams();
  const change = useChangeFilters();
  if (distance === "2000" && !params.has("city")) {
    return (
      <EmptyState
        art="people"
        title="You are the first one here"
        action={<ButtonLink to="/settings/skill/add">Add a skill</ButtonLink>}
      >
        Say what you can do, then tell your neighbours.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art="people"
      title={nobodyFoundText(city, distance)}
      action={<Button onClick={() => change({ distance: "2000" })}>Look at any distance</Button>}
    >
      Try selecting different filters.
    </EmptyState>
  );
}
