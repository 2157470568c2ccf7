import { ChevronDown, MapPin } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Skeleton } from "@/components/skeleton";
import { cx } from "@/lib/cx";
import { useCities } from "@/lib/places";
import { DISTANCES, type DistanceValue, isSameCity } from "../filters";
import type { SearchArea } from "../search-area";
import { NearMe } from "./near-me";

interface PeopleFiltersProps {
  where: SearchArea;
  onCity: (city: string | undefined) => void;
  onDistance: (distance: DistanceValue) => void;
  onNear: (near: boolean) => void;
  /** Stands after them. */
  children?: ReactNode;
}

/** What the city's select says while people are shown around where the person is. */
const OWN_LOCATION = "Where you are";

/** Where to look and how far around. */
export function PeopleFilters(props: PeopleFiltersProps) {
  const { where, onCity, onDistance, onNear, children } = props;
  const { city, home, distance, near } = where;
  const cities = useCities() ?? [];
  const others = cities.filter(({ name }) => !isSameCity(name, home));
  const known = isSameCity(city, home) || cities.some(({ name }) => isSameCity(name, city));
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Filter people</legend>
      <PillSelect
        label="City"
        icon={<MapPin aria-hidden="true" className="size-4" />}
        value={near ? OWN_LOCATION : isSameCity(city, home) ? home : city}
        onChange={(event) =>
          onCity(isSameCity(event.target.value, home) ? undefined : event.target.value)
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
        onChange={(event) => onDistance(event.target.value as DistanceValue)}
      >
        <option value="all">In {city} only</option>
        {DISTANCES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </PillSelect>
      <NearMe on={near} home={home} onChange={onNear} />
      {children}
    </fieldset>
  );
}

/** In two rows on a phone, as they are. */
export function PeopleFiltersSkeleton() {
  return (
    <div className="flex flex-wrap gap-2" aria-hidden="true">
      {["w-40", "w-36", "w-28", "w-20"].map((width) => (
        <Skeleton key={width} className={`h-11 ${width} rounded-full`} />
      ))}
    </div>
  );
}

interface PillSelectProps extends ComponentProps<"select"> {
  label: string;
  icon?: ReactNode;
  /** The filter that decides most. */
  strong?: boolean;
}

/** The browser's own select in the shape of a chip. */
function PillSelect({ label, icon, strong, ...rest }: PillSelectProps) {
  return (
    <span
      className={cx(
        "relative inline-flex max-w-full items-center rounded-full text-small font-semibold",
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
