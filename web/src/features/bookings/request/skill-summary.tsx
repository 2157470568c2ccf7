import { Avatar } from "@/components/avatar";
import { SkillPicture } from "@/components/picture";
import { SkillPrice } from "@/components/skill-price";
import type { Schemas } from "@/lib/api";
import { formatLevel } from "@/lib/format";

/** Summary of the skill to be booked and its provider. */
export function SkillSummary({ skill }: { skill: Schemas["Skill"] }) {
  return (
    <section
      aria-label="Skill"
      className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] overflow-hidden rounded-m bg-card shadow-card sm:grid-cols-[min(10rem,30%)_minmax(0,1fr)]"
    >
      <SkillPicture skill={skill} className="size-full" />
      <div className="grid gap-2 p-4">
        <h2 className="text-title">{skill.skill_type}</h2>
        <p className="flex items-center gap-2 text-small text-ink-2">
          <Avatar name={skill.creator_name} photo={skill.photourl} size="small" />
          <span>
            {skill.creator_name} · {formatLevel(skill.experience_level)}
          </span>
        </p>
        <SkillPrice skill={skill} per="an hour" />
      </div>
    </section>
  );
}
