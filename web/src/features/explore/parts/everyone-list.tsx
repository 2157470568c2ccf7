import { ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { EmptyState } from "@/components/states";
import { useOwnProfile } from "@/lib/profile";
import { usePeople, useSearchArea } from "../use-people";
import { CardGrid, CardGridSkeleton } from "./card-grid";
import { PersonCard } from "./person-card";

const EVERYWHERE = { city: undefined, distance: "2000", near: false } as const;

/** Everyone on this site, nearest first. */
export function EveryoneList() {
  const { data: profile } = useOwnProfile();
  const people = usePeople(useSearchArea(profile, EVERYWHERE));
  return (
    <Loaded
      query={{ ...people, data: people.items }}
      skeleton={<CardGridSkeleton />}
      error="Unable to load people. Please try again later."
      empty={
        <EmptyState
          art="people"
          title="You are the first one here"
          action={<ButtonLink to="/settings/skill/add">Add a skill</ButtonLink>}
        >
          Say what you can do, then tell your neighbours.
        </EmptyState>
      }
    >
      {(items) => (
        <CardGrid items={items} list={people} card={(person) => <PersonCard person={person} />} />
      )}
    </Loaded>
  );
}
