import { Plus } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/badge";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { SkillPicture } from "@/components/picture";
import { SkillPrice } from "@/components/skill-price";
import type { Schemas } from "@/lib/api";
import { formatLevel } from "@/lib/format";

/** The member's skills, with links to edit them. */
export function OwnSkills({ skills }: { skills: readonly Schemas["SkillBrief"][] }) {
  return (
    <Card>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-title">Your skills</h2>
        {skills.length > 0 && (
          <ButtonLink to="/settings/skill/add" variant="quiet" size="small">
            <Plus aria-hidden="true" className="size-4" />
            Add
          </ButtonLink>
        )}
      </div>
      {skills.length === 0 ? (
        <EmptyState
          art="skills"
          title="What can you do?"
          action={<ButtonLink to="/settings/skill/add">Add your first skill</ButtonLink>}
        >
          List one thing you are good at, and neighbours can book you.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {skills.map((skill) => (
            <li key={skill.id} className="relative flex items-center gap-3.5 py-3">
              <SkillPicture skill={skill} className="h-14 w-20 shrink-0 rounded-s" />
              <div className="min-w-0 flex-1">
                <Link
                  to={`/settings/skills/${skill.id}`}
                  className="block wrap-anywhere font-bold after:absolute after:inset-0 hover:underline"
                >
                  {skill.skill_type}
                </Link>
                <span className="block text-small text-ink-2">
                  {formatLevel(skill.experience_level)}
                </span>
                <SkillPrice skill={skill} className="text-small" />
              </div>
              <SkillBadge skill={skill} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Badge with the reason that neighbours do not see a skill; none if they do. */
function SkillBadge({ skill }: { skill: Schemas["SkillBrief"] }) {
  if (skill.moderation === "removed") return <Badge tone="danger">Taken down</Badge>;
  if (skill.moderation === "held") return <Badge tone="spark">In review</Badge>;
  if (skill.approval_status === "pending") return <Badge tone="spark">In review</Badge>;
  if (skill.approval_status === "rejected") return <Badge tone="danger">Not approved</Badge>;
  return null;
}
