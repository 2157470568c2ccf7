import type { Schemas } from "@/lib/api";
import { FollowIcon } from "../follow/follow-button";
import { OfferCard } from "./offer-card";

/** A person nearby, with the first of their skills. */
export function PersonCard({ person }: { person: Schemas["PersonCard"] }) {
  const name = `${person.firstname} ${person.lastname}`;
  const [first, ...others] = person.skills;
  const also = others.map((skill) => skill.skill_type).join(", ");
  return (
    <OfferCard
      person={{ ...person, name }}
      skill={first}
      note={also ? `Also ${also}` : undefined}
      action={<FollowIcon person={person} name={name} />}
    />
  );
}
