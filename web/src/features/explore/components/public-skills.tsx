import { Link } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { MayAsk } from "@/components/may-ask";
import { SkillPicture } from "@/components/picture";
import { RequireModule } from "@/components/require-module";
import { SkillPrice } from "@/components/skill-price";
import type { Schemas } from "@/lib/api";
import { bookingPath } from "@/lib/booking/path";
import { formatLevel } from "@/lib/format";

/** A person's skills, each with its price and the button to book it. */
export function PublicSkills({ person }: { person: Schemas["PublicProfile"] }) {
  return (
    <section aria-labelledby="skills" className="grid grid-cols-1 content-start gap-3">
      <h2 id="skills" className="text-title">
        Skills
      </h2>
      {person.skills.length === 0 ? (
        <EmptyState
          art="skills"
          title="No skills yet"
          action={<ButtonLink to="/explore-list">Look at all neighbours</ButtonLink>}
        >
          {person.firstname} has not listed anything so far.
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {person.skills.map((skill) => (
            <li key={skill.id}>
              <SkillRow person={person} skill={skill} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface SkillRowProps {
  person: Schemas["PublicProfile"];
  skill: Schemas["SkillBrief"];
}

function SkillRow({ person, skill }: SkillRowProps) {
  return (
    <article className="relative grid grid-cols-1 overflow-hidden rounded-m bg-card shadow-card transition-shadow hover:shadow-raised sm:grid-cols-[11rem_1fr]">
      <SkillPicture skill={skill} className="h-28 w-full sm:h-full" />
      <div className="grid content-between gap-3 p-4">
        <div>
          <h3 className="font-text text-body font-bold tracking-normal">
            <Link to={`/service/${skill.id}`} className="after:absolute after:inset-0">
              {skill.skill_type}
            </Link>
            <span className="font-normal text-ink-2"> · {formatLevel(skill.experience_level)}</span>
          </h3>
          <p className="mt-1 line-clamp-2 text-small text-ink-2">{skill.description}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SkillPrice skill={skill} per="an hour" />
          {!person.is_self && !person.bookable && (
            <span className="flex min-h-11 items-center text-small text-ink-2">
              Takes no bookings at present
            </span>
          )}
          {!person.is_self && person.bookable && (
            <RequireModule name="bookings">
              <MayAsk userId={person.id} instead={null}>
                <ButtonLink
                  variant="spark"
                  size="small"
                  to={bookingPath(person.id, skill.id)}
                  className="relative z-10"
                >
                  Book<span className="sr-only"> {skill.skill_type}</span>
                </ButtonLink>
              </MayAsk>
            </RequireModule>
          )}
        </div>
      </div>
    </article>
  );
}
