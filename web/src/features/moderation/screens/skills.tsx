import { BadgeCheck } from "lucide-react";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { PendingSkillCard } from "../components/pending-skill-card";
import { TakenDownSkills } from "../components/taken-down-skills";

/** Skill names pending approval, and skills taken down. */
export function Component() {
  return (
    <div className="grid gap-8">
      <NewSkills />
      <TakenDownSkills />
    </div>
  );
}

function NewSkills() {
  const pending = usePages("/api/admin/skills");
  return (
    <section aria-labelledby="queue" className="max-w-3xl">
      <PageTitle>New skills</PageTitle>
      <h2 id="queue" className="text-title">
        New skills
      </h2>
      <p className="mb-4 text-ink-2">
        Names that are not in the catalogue. People are told that it takes 2 days at most.
      </p>
      <Loaded
        query={{ ...pending, data: pending.items }}
        error="Unable to load skills. Please try again later."
        skeleton={
          <SkeletonList count={2}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<BadgeCheck />} title="Nothing is waiting">
            When somebody suggests a new skill, it shows up here.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4">
            {items.map((item) => (
              <li key={item.id}>
                <PendingSkillCard item={item} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={pending} />
    </section>
  );
}
