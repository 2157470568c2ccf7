import { CalendarClock, Plus } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageHeader } from "@/components/page-header";
import { SkillPicture } from "@/components/picture";
import { RequireModule } from "@/components/require-module";
import { Loading, SkeletonCard } from "@/components/skeleton";
import { SkillPrice } from "@/components/skill-price";
import { type Schemas, usePages } from "@/lib/api";
import { formatLevel } from "@/lib/format";
import { StatusBadge } from "../components/status-badge";

const columns = "grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3";

/** The member's skills. */
export function Component() {
  const skills = usePages("/api/skills/user/all");
  return (
    <>
      <PageHeader
        title="My skills"
        back="/settings"
        action={
          skills.data?.length ? (
            <ButtonLink to="/settings/skill/add" variant="spark" size="small">
              <Plus aria-hidden="true" className="size-5" />
              Add skill
            </ButtonLink>
          ) : undefined
        }
      >
        <RequireModule name="bookings">
          <Link
            to="/settings/availability"
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-leaf hover:underline"
          >
            <CalendarClock aria-hidden="true" className="size-5" />
            When you can be booked
          </Link>
        </RequireModule>
      </PageHeader>
      <Loaded
        query={skills}
        error="Failed to fetch skills"
        skeleton={
          <Loading>
            <div className={columns}>
              <SkeletonCard />
              <SkeletonCard />
            </div>
          </Loading>
        }
        empty={
          <EmptyState
            art="skills"
            title="What can you do?"
            action={
              <ButtonLink to="/settings/skill/add" variant="spark">
                Add your first skill
              </ButtonLink>
            }
          >
            List one thing you are good at, and neighbours can book you.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className={columns}>
            {items.map((skill) => (
              <li key={skill.id}>
                <SkillCard skill={skill} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={skills} block={false} className="mt-6" />
    </>
  );
}

function SkillCard({ skill }: { skill: Schemas["Skill"] }) {
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-m bg-card shadow-card transition-shadow hover:shadow-raised">
      <SkillPicture skill={skill} className="h-[132px] w-full" />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h2 className="font-text text-body font-bold tracking-normal">
            <Link to={`/settings/skills/${skill.id}`} className="after:absolute after:inset-0">
              {skill.skill_type}
            </Link>
            <span className="block text-small font-normal text-ink-2">
              {formatLevel(skill.experience_level)}
            </span>
          </h2>
          <StatusBadge skill={skill} />
        </div>
        {skill.taken_down ? (
          <p className="text-small wrap-anywhere">
            <span className="font-semibold">Why:</span> {skill.taken_down.reason}
          </p>
        ) : (
          <p className="line-clamp-2 text-small text-ink-2">{skill.description}</p>
        )}
        <SkillPrice skill={skill} per="an hour" className="mt-auto pt-1" />
      </div>
    </article>
  );
}
