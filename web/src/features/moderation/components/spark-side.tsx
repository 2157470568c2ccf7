import { PersonLink } from "@/components/person-link";
import type { Schemas } from "@/lib/api";

/** A side of a gift or an exchange: a link to the member, or the community. */
export function SparkSide({ side }: { side: Schemas["SparkParty"] }) {
  return <PersonLink id={side.user_id}>{side.name}</PersonLink>;
}
