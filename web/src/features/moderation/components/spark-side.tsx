import { Link } from "react-router";
import type { Schemas } from "@/lib/api";

/** A side of a gift or an exchange: a link to the member, or the community. */
export function SparkSide({ side }: { side: Schemas["SparkParty"] }) {
  if (!side.user_id) return side.name;
  return (
    <Link to={`/user-profile/${side.user_id}`} className="hover:underline">
      {side.name}
    </Link>
  );
}
