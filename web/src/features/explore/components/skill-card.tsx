import type { Schemas } from "@/lib/api";
import { OfferCard } from "./offer-card";

/** A skill on offer, with its provider. */
export function SkillCard({ skill }: { skill: Schemas["Skill"] }) {
  const { user_id, creator_name, photourl, verified, rating, review_count, distance, location } =
    skill;
  return (
    <OfferCard
      person={{
        id: user_id,
        name: creator_name,
        photourl,
        verified,
        rating,
        review_count,
        distance,
        location,
      }}
      skill={skill}
      note={skill.description}
    />
  );
}
