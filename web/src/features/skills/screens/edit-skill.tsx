import { useParams } from "react-router";
import { EditSkillForm } from "../components/edit-skill-form";
import { SkillLoaded } from "../components/skill-loaded";

/** Form to change one of the member's skills. */
export function Component() {
  const { id = "" } = useParams();
  return (
    <div className="mx-auto max-w-3xl">
      <SkillLoaded
        id={id}
        title={() => "Edit skill"}
        back={(skill) => (skill ? `/settings/skills/${skill.id}` : "/settings/skills")}
        missing="Skill not found"
      >
        {(skill) => <EditSkillForm skill={skill} />}
      </SkillLoaded>
    </div>
  );
}
