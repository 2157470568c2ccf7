import { ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { CardGrid, CardGridSkeleton } from "./card-grid";
import { SkillCard } from "./skill-card";

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
