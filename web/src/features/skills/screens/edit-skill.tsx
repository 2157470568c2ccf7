import { useParams } from "react-router";
import { PageHeader } from "@/components/page-header";
import { EditSkillForm } from "../parts/edit-skill-form";
import { SkillLoaded } from "../parts/skill-loaded";

/** Changes one of the own skills. */
export function Component() {
  const { id = "" } = useParams();
  return (
    <SkillLoaded id={id} title="Edit skill" back="/settings/skills" missing="Skill not found">
      {(skill) => (
        <div className="mx-auto max-w-3xl">
          <PageHeader title="Edit skill" back={`/settings/skills/${skill.id}`} />
          <EditSkillForm skill={skill} />
        </div>
      )}
    </SkillLoaded>
  );
}
