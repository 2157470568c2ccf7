import { Link } from "react-router";
import type { Schemas } from "@/lib/api";

/** The other side of a gift or an exchange within a sentence, linked where it can be seen. */
export function OtherSide({ other }: { other: Schemas["SparkParty"] }) {
  if (other.kind === "community") return "the community";
  if (!other.user_id) return "a neighbour";
  return (
    <Link to={`/user-profile/${other.user_id}`} className="hover:underline">
      {other.name}
    </Link>
  );
}
