import { BadgeCheck } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { RequireModule } from "@/components/require-module";
import { usePages } from "@/lib/api";
import { PendingSkillCard } from "../components/pending-skill-card";
import { Queue } from "../components/queue";
import { TakenDownSkills } from "../components/taken-down-skills";

/** Skill names pending approval, and skills taken down. */
export function Component() {
  return (
    <div className="grid gap-8">
      <Queue
        title="New skills"
        intro="Names that are not in the catalogue. People are told that it takes 2 days at most."
        list={usePages("/api/admin/skills")}
        error="Unable to load skills. Please try again later."
        placeholders={2}
        empty={
          <EmptyState icon={<BadgeCheck />} title="Nothing is waiting">
            When somebody suggests a new skill, it shows up here.
          </EmptyState>
        }
      >
        {(item) => <PendingSkillCard item={item} />}
      </Queue>
      <RequireModule name="moderation">
        <TakenDownSkills />
      </RequireModule>
    </div>
  );
}
