import type { Schemas } from "@/lib/api";
import { useDistanceText } from "@/lib/units";

interface WhereaboutsProps {
  person: Schemas["CommunityPerson"];
  /** Name to show first. */
  name?: string;
}

/** `Maya Okafor · 3.2 km`; the town without a distance. */
export function Whereabouts({ person, name }: WhereaboutsProps) {
  const where = useDistanceText()(person.distance) || person.location;
  const text = [name, where].filter(Boolean).join(" · ");
  return text && <span className="wrap-anywhere">{text}</span>;
}
