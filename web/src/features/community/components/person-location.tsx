import type { Schemas } from "@/lib/api";
import { useDistanceText } from "@/lib/units";

interface PersonLocationProps {
  person: Schemas["CommunityPerson"];
  /** Name to show first. */
  name?: string;
}

/** A person's distance, or else town, after a name if given: `Maya Okafor · 3.2 km`. */
export function PersonLocation({ person, name }: PersonLocationProps) {
  const where = useDistanceText()(person.distance) || person.location;
  const text = [name, where].filter(Boolean).join(" · ");
  return text && <span className="wrap-anywhere">{text}</span>;
}
