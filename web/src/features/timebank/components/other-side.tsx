import { PersonLink } from "@/components/person-link";
import type { Schemas } from "@/lib/api";

/** The other side of a gift or an exchange within a sentence, linked where it can be seen. */
export function OtherSide({ other }: { other: Schemas["SparkParty"] }) {
  if (other.kind === "community") return "the community";
  if (!other.user_id) return "a neighbour";
  return <PersonLink id={other.user_id}>{other.name}</PersonLink>;
}
