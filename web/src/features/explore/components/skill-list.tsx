import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { usePages } from "@/lib/api";
import { areaQuery } from "../api/use-people";
import type { SearchArea } from "../search-area";
import { CardGridSkeleton } from "./card-grid";
import { NearestFirst } from "./nearest-first";
import { useChangeFilters } from "./people-filters";
import { SkillCard } from "./skill-card";

interface SkillListProps {
  category: string;
  where: SearchArea | undefined;
}

/** The providers of one category in an area, nearest first. */
export function SkillList({ category, where }: SkillListProps) {
  const change = useChangeFilters();
  const skills = usePages(
    "/api/skills/searchname/{category}",
    { path: { category }, query: areaQuery(where) },
    { enabled: where !== undefined },
  );
  const anywhere = where?.distance === "2000";
  return (
    <Loaded
      query={skills}
      skeleton={<CardGridSkeleton />}
      error="Unable to load skills. Please try again later."
      empty={
        <EmptyState
          art="skills"
          title={anywhere ? `Nobody offers ${category} yet` : `Nobody offers ${category} here yet`}
          action={
            anywhere ? (
              <ButtonLink to="/settings/skill/add">Offer it yourself</ButtonLink>
            ) : (
              <Button onClick={() => change({ distance: "2000" })}>Look at any distance</Button>
            )
          }
        >
          {anywhere
            ? "Look at another skill, or be the first."
            : "Try selecting different filters."}
        </EmptyState>
      }
    >
      {(items) => (
        <NearestFirst items={items} list={skills} card={(skill) => <SkillCard skill={skill} />} />
      )}
    </Loaded>
  );
}
