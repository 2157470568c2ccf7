import { ChevronDown, MapPin } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { Skeleton } from "@/components/skeleton";
import { cx } from "@/lib/cx";
import { useCities } from "@/lib/places";
import { useUnits } from "@/lib/units";
import { DISTANCES, type DistanceValue, distanceLabel, isSameCity, withQuery } from "../filters";
import type { SearchArea } from "../search-area";
import { NearMe } from "./near-me";

interface PeopleFiltersProps {
  /** Area of the search; placeholders show until it is known. */
  where: SearchArea | undefined;
  /** Content after the filters. */
  children?: ReactNode;
}

/** Option of the city select while searching around the current position. */
const OWN_LOCATION = "Where you are";

/** Returns a function that changes the filters in the URL; quick changes build on each other. */
export function useChangeFilters() {
  const [params, setParams] = useSearchParams();
  // `setParams` passes the params of the last render to its callback.
  const latestParams = useRef(params);
  useEffect(() => {
    latestParams.current = params;
  }, [params]);
  return (changes: Parameters<typeof withQuery>[1]) => {
    latestParams.current = withQuery(latestParams.current, changes);
    setParams(latestParams.current, { replace: true, preventScrollReset: true });
  };
}

/** Filters for place and distance; the URL keeps the choice. */
export function PeopleFilters({ where, children }: PeopleFiltersProps) {
  if (!where) return <FiltersSkeleton />;
  return <Filters where={where}>{children}</Filters>;
}

function Filters({ where, children }: { where: SearchArea; children: ReactNode }) {
  const change = useChangeFilters();
  const { city, home, distance, near } = where;
  const cities = useCities() ?? [];
  const units = useUnits();
  const others = cities.filter(({ name }) => !isSameCity(name, home));
  const known = isSameCity(city, home) || cities.some(({ name }) => isSameCity(name, city));
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:p-0">
      <legend className="sr-only">Filter people</legend>
      <PillSelect
        label="City"
        icon={<MapPin aria-hidden="true" className="size-4" />}
        value={near ? OWN_LOCATION : isSameCity(city, home) ? home : city}
        onChange={(event) =>
          change({
            city: isSameCity(event.target.value, home) ? undefined : event.target.value,
            near: undefined,
          })
        }
      >
        {near && <option value={OWN_LOCATION}>{OWN_LOCATION}</option>}
        <option value={home}>{home}</option>
        {!known && !near && <option value={city}>{city}</option>}
        {others.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </PillSelect>
      <PillSelect
        strong
        label="Distance"
        value={distance}
        onChange={(event) => change({ distance: event.target.value as DistanceValue })}
      >
        <option value="all">In {city} only</option>
        {DISTANCES.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {distanceLabel(choice, units)}
          </option>
        ))}
      </PillSelect>
      <NearMe
        on={near}
        home={home}
        onChange={(on) => change({ near: on ? "me" : undefined, city: undefined })}
      />
      {children}
    </fieldset>
  );
}

function FiltersSkeleton() {
  return (
    <div className="flex gap-2 overflow-hidden py-1 sm:p-0" aria-hidden="true">
      {["w-40", "w-36", "w-28", "w-20"].map((width) => (
        <Skeleton key={width} className={`h-11 ${width} shrink-0 rounded-full`} />
      ))}
    </div>
  );
}

interface PillSelectProps extends ComponentProps<"select"> {
  label: string;
  icon?: ReactNode;
  /** Whether this is the main filter. */
  strong?: boolean;
}

/** The browser's own select, in the shape of a chip. */
function PillSelect({ label, icon, strong, ...rest }: PillSelectProps) {
  return (
    <span
      className={cx(
        "relative inline-flex max-w-full shrink-0 items-center rounded-full text-small font-semibold",
        strong ? "bg-ink text-paper" : "bg-card ring-[1.5px] ring-inset ring-line",
      )}
    >
      {icon && <span className="pointer-events-none absolute left-3.5">{icon}</span>}
      <select
        {...rest}
        aria-label={label}
        className={cx(
          "min-h-11 field-sizing-content max-w-full cursor-pointer appearance-none truncate rounded-full bg-transparent pr-9 [&>option]:bg-card [&>option]:text-ink",
          icon ? "pl-9" : "pl-4",
        )}
      />
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4" />
    </span>
  );
}
