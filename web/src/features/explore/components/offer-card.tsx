import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { ButtonLink } from "@/components/button";
import { SkillPicture } from "@/components/picture";
import { RequireModule } from "@/components/require-module";
import { SkillPrice } from "@/components/skill-price";
import { Stars } from "@/components/stars";
import { VerifiedMark } from "@/components/verified-mark";
import type { Schemas } from "@/lib/api";
import { bookingPath } from "@/lib/booking/path";
import { firstnameOf, formatLevel } from "@/lib/format";
import { useDistanceText } from "@/lib/units";
import { Cover } from "./cover";

type OfferedSkill = Pick<
  Schemas["SkillBrief"],
  "id" | "skill_type" | "experience_level" | "hourly_rate" | "spark_token" | "thumbnail01"
>;

interface OfferCardProps {
  person: {
    id: string;
    name: string;
    photourl?: string | null;
    verified: boolean;
    rating?: number | null;
    review_count: number;
    distance?: number | null;
    location: string;
  };
  skill: OfferedSkill | undefined;
  /** Line under the skill, such as further skills. */
  note?: string | undefined;
  /** Content beside the name, such as the follow button. */
  action?: ReactNode;
}

/** A person with a skill, its price and the button to book it. */
export function OfferCard({ person, skill, note, action }: OfferCardProps) {
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-m bg-card shadow-card transition-shadow hover:shadow-raised">
      <div className="h-16 shrink-0 sm:h-26">
        {skill ? (
          <SkillPicture skill={skill} className="size-full" />
        ) : (
          <Cover name={person.name} className="size-full" />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pt-3.5 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <Avatar name={person.name} photo={person.photourl} />
          <div className="min-w-0 flex-1 basis-28">
            <h3 className="flex items-center gap-1 font-text text-body font-bold tracking-normal">
              {/* The link covers the whole card; its buttons lie above. */}
              <Link
                to={`/user-profile/${person.id}`}
                className="wrap-anywhere after:absolute after:inset-0"
              >
                {person.name}
              </Link>
              {person.verified && <VerifiedMark />}
            </h3>
            <Subtitle person={person} skill={skill} />
          </div>
          {action && <div className="relative z-10 -mr-1.5 shrink-0">{action}</div>}
        </div>
        <div className="flex items-baseline gap-2.5">
          <Stars rating={person.rating} count={person.review_count} className="shrink-0" />
          {note && <p className="line-clamp-2 text-small text-ink-2">{note}</p>}
        </div>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3">
          {skill ? (
            <>
              <SkillPrice skill={skill} />
              <RequireModule name="bookings">
                <ButtonLink
                  variant="spark"
                  size="small"
                  to={bookingPath(person.id, skill.id)}
                  className="relative z-10"
                >
                  Book {firstnameOf(person.name)}
                </ButtonLink>
              </RequireModule>
            </>
          ) : (
            <>
              <span className="flex min-h-11 items-center text-small text-ink-2">
                No skills yet
              </span>
              <RequireModule name="chat">
                <ButtonLink
                  variant="quiet"
                  size="small"
                  to={`/chat/${person.id}`}
                  className="relative z-10"
                >
                  Message {firstnameOf(person.name)}
                </ButtonLink>
              </RequireModule>
            </>
          )}
        </div>
      </div>
    </article>
  );
}

/** `Plumbing · Expert · 0.8 km`; the town without a distance. Wraps only between parts. */
function Subtitle({ person, skill }: Pick<OfferCardProps, "person" | "skill">) {
  const { distance, location } = person;
  const where = useDistanceText()(distance) || location;
  const parts = [skill?.skill_type, skill && formatLevel(skill.experience_level), where];
  const shown = parts.filter(Boolean);
  return (
    <p className="flex flex-wrap gap-x-1 text-small text-ink-2">
      {shown.map((part, index) => (
        <span key={part}>
          {part}
          {index < shown.length - 1 && " ·"}
        </span>
      ))}
    </p>
  );
}
