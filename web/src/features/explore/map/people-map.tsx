import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { Loading, Skeleton } from "@/components/skeleton";
import type { Schemas } from "@/lib/api";
import { useCities, useMapSettings } from "@/lib/places";
import { useOwnProfile } from "@/lib/profile";
import { distanceKm } from "../filters";
import type { SearchArea } from "../search-area";
import type { Group, MapPerson } from "./groups";
import { mapPeople } from "./map-people";
import { ownPlace } from "./own-place";
import { SelectedPeople } from "./selected-people";

const MapCanvas = lazy(() =>
  import("./map-canvas").then((module) => ({ default: module.MapCanvas })),
);

interface PeopleMapProps {
  people: readonly Schemas["PersonCard"][] | undefined;
  where: SearchArea | undefined;
}

/** Map of the listed people's approximate places. It adds nothing to the list. */
export function PeopleMap({ people, where }: PeopleMapProps) {
  const settings = useMapSettings();
  const towns = useCities();
  const profile = useOwnProfile().data;
  const [selected, setSelected] = useState<Group>();
  const opener = useRef<Element>(null);
  const placed = useMemo(() => mapPeople(people ?? []), [people]);
  // Another search may have removed the group's people.
  const listed = selected && isOnMap(selected, placed) ? selected : undefined;

  const select = (group: Group) => {
    opener.current = document.activeElement;
    setSelected(group);
  };
  const close = () => {
    setSelected(undefined);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <section aria-label="Map of people nearby" className="flex h-full flex-col gap-2">
      <div className="relative isolate min-h-0 flex-1 overflow-hidden rounded-m bg-sky shadow-card">
        {where && towns && (settings.data || settings.isError) ? (
          <Suspense fallback={<MapSkeleton />}>
            <MapCanvas
              settings={settings.data ?? { attribution: "" }}
              people={placed}
              towns={towns}
              city={where.city}
              own={ownPlace(where, profile)}
              centre={where.point}
              radiusKm={distanceKm(where.distance)}
              search={`${where.city} ${where.distance} ${where.near}`}
              selected={listed?.key}
              onSelect={select}
            />
          </Suspense>
        ) : (
          <MapSkeleton />
        )}
        {listed && (
          <SelectedPeople key={listed.key} group={listed} people={people ?? []} onClose={close} />
        )}
      </div>
      <p className="text-small text-ink-2">
        Circles show rough places, good to about 500 metres. Everyone on the map is in the list too.
      </p>
    </section>
  );
}

function isOnMap(group: Group, placed: readonly MapPerson[]): boolean {
  return group.people.every(({ id }) => placed.some((person) => person.id === id));
}

function MapSkeleton() {
  return (
    <div className="size-full *:size-full">
      <Loading label="Loading map">
        <Skeleton className="size-full rounded-none" />
      </Loading>
    </div>
  );
}
