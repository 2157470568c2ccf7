import { ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { EmptyState } from "@/components/states";
import { type Schemas, usePages } from "@/lib/api";
import { CardGrid, CardGridSkeleton } from "./card-grid";
import { OfferCard } from "./offer-card";

/** Everyone who offers one kind of skill, newest first. */
export function SkillList({ category }: { category: string }) {
  const skills = usePages("/api/skills/searchname/{category}", { path: { category } });
  return (
    <Loaded
      query={{ ...skills, data: skills.items }}
      skeleton={<CardGridSkeleton />}
      error="Unable to load skills. Please try again later."
      empty={
        <EmptyState
          art="skills"
          title={`Nobody offers ${category} yet`}
          action={<ButtonLink to="/settings/skill/add">Offer it yourself</ButtonLink>}
        >
          Look at another skill, or be the first.
        </EmptyState>
      }
    >
      {(items) => (
        <CardGrid items={items} list={skills} card={(skill) => <SkillCard skill={skill} />} />
      )}
    </Loaded>
  );
}

function SkillCard({ skill }: { skill: Schemas["Skill"] }) {
  const { user_id, creator_name, photourl, rating, review_count, distance, location } = skill;
  return (
    <OfferCard
      person={{
        id: user_id,
        name: creator_name,
        photourl,
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
