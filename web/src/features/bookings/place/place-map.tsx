import { lazy, Suspense } from "react";
import { Loading, Skeleton } from "@/components/skeleton";
import { type Point, useCities, useMapSettings } from "@/lib/places";

const PlaceCanvas = lazy(() =>
  import("./place-canvas").then(
    (module) => ({ default: module.PlaceCanvas }),
    // Offline, the rest of the booking stays usable.
    () => ({ default: NoMap }),
  ),
);

/** Map of a booking's place. The server sends the coordinates only to those who may know them. */
export function PlaceMap({ place }: { place: Point }) {
  const settings = useMapSettings();
  const towns = useCities();
  const ready = towns && (settings.data || settings.isError);
  return (
    <figure className="mt-2 grid gap-1">
      <div className="relative isolate h-52 overflow-hidden rounded-m bg-sky">
        {ready ? (
          <Suspense fallback={<MapSkeleton />}>
            <PlaceCanvas
              settings={settings.data ?? { attribution: "" }}
              towns={towns}
              place={place}
            />
          </Suspense>
        ) : (
          <MapSkeleton />
        )}
      </div>
      <figcaption className="text-small text-ink-2">
        The pin is as exact as this site knows the address.
      </figcaption>
    </figure>
  );
}

function NoMap() {
  return (
    <p className="grid size-full place-items-center p-4 text-center text-small text-ink-2">
      The map cannot be shown without a connection.
    </p>
  );
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
