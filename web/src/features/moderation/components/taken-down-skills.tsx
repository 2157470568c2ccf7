import { Card } from "@/components/card";
import { PagedList } from "@/components/paged-list";
import { PersonLink } from "@/components/person-link";
import { type Schemas, usePages } from "@/lib/api";
import { nameIn } from "./report-words";
import { SkillPictures } from "./skill-pictures";
import { TakenDown } from "./taken-down";

/** The skills that were taken down, in their current form, with buttons to restore them. */
export function TakenDownSkills() {
  const down = usePages("/api/admin/takedowns");
  return (
    <section aria-labelledby="taken-down" className="max-w-3xl">
      <h2 id="taken-down" className="text-title">
        Taken down
      </h2>
      <p className="mb-4 text-ink-2">
        Only the neighbours who offer these skills can see them, until you restore them.
      </p>
      <PagedList
        list={down}
        placeholders={1}
        empty={<p>No skill is taken down at present.</p>}
        cards
        keyOf={({ id }) => id}
      >
        {(skill) => <TakenDownCard skill={skill} />}
      </PagedList>
    </section>
  );
}

function TakenDownCard({ skill }: { skill: Schemas["ReportedSkill"] }) {
  const { skill_type, owner, description, pictures, taken_down } = skill;
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="text-title wrap-anywhere">{skill_type}</h3>
        <p className="text-small text-ink-2">
          Offered by{" "}
          <PersonLink id={owner.name && owner.id} className="font-semibold hover:underline">
            {nameIn(owner)}
          </PersonLink>
        </p>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{description}</p>
      <SkillPictures pictures={pictures} name={skill_type} />
      {taken_down && <TakenDown skill={skill} takedown={taken_down} />}
    </Card>
  );
}
