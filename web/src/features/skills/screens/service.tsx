import { CalendarX2 } from "lucide-react";
import { Link, useParams } from "react-router";
import { Avatar } from "@/components/avatar";
import { Badge } from "@/components/badge";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { MayAsk } from "@/components/may-ask";
import { ReportButton } from "@/components/report";
import { RequireModule } from "@/components/require-module";
import { SkillPrice } from "@/components/skill-price";
import { Stars } from "@/components/stars";
import { VerifiedMark } from "@/components/verified-mark";
import { WhatAreSparks } from "@/components/what-are-sparks";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { firstnameOf, formatLevel } from "@/lib/format";
import { useSession } from "@/lib/session";
import { useDistanceText } from "@/lib/units";
import { Gallery } from "../components/gallery";
import { SkillLoaded } from "../components/skill-loaded";
import { policies } from "../policies";

/** Details of a service, and the button to book it. */
export function Component() {
  const { skillId = "" } = useParams();
  return (
    <SkillLoaded
      id={skillId}
      title={(skill) => skill?.skill_type ?? "Service"}
      back={(skill) => (skill ? `/user-profile/${skill.user_id}` : "/explore")}
      missing="No service details available."
    >
      {(skill) => <Service skill={skill} />}
    </SkillLoaded>
  );
}

function Service({ skill }: { skill: Schemas["Skill"] }) {
  const own = useSession()?.claims.id === skill.user_id;
  return (
    <>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr] lg:gap-8">
        <div className="grid grid-cols-1 content-start gap-6">
          <Gallery skill={skill} />
          <section aria-labelledby="about-service">
            <h2 id="about-service" className="mb-2 text-title">
              About this service
            </h2>
            <p className="max-w-prose whitespace-pre-line">{skill.description}</p>
          </section>
        </div>
        <div className="grid grid-cols-1 content-start gap-4">
          <Card className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <span className="flex items-center gap-1">
                <SkillPrice skill={skill} per="an hour" className="text-title" />
                <WhatAreSparks className="-my-2" />
              </span>
              <Badge tone="leaf">{formatLevel(skill.experience_level)}</Badge>
            </div>
            <CancellationPolicy policy={skill.cancellation_policy} />
            {own ? (
              <ButtonLink to={`/settings/skills/edit/${skill.id}`} variant="quiet" block>
                Edit your skill
              </ButtonLink>
            ) : (
              <BookButton skill={skill} className="max-lg:hidden" />
            )}
          </Card>
          <Provider skill={skill} />
          {!own && (
            <div className="flex">
              <ReportButton
                target={{
                  subject: "skill",
                  id: skill.id,
                  personId: skill.user_id,
                  firstname: firstnameOf(skill.creator_name),
                }}
                label="Report this skill"
              />
            </div>
          )}
        </div>
      </div>
      {!own && (
        <div className="roomy:sticky bottom-16 -mx-4 mt-6 border-t border-line bg-paper px-4 py-3 md:bottom-0 md:-mx-8 md:px-8 lg:hidden">
          <BookButton skill={skill} />
        </div>
      )}
    </>
  );
}

/** Booking button, within the thumb's reach on small screens. */
function BookButton({ skill, className }: { skill: Schemas["Skill"]; className?: string }) {
  const name = firstnameOf(skill.creator_name);
  if (skill.check_needed) {
    return (
      <p className={cx("text-ink-2", className)}>
        This can be booked once {name} has “{skill.check_needed}” from the hosts.
      </p>
    );
  }
  if (!skill.bookable) {
    return <p className={cx("text-ink-2", className)}>{name} takes no bookings at present.</p>;
  }
  return (
    <RequireModule name="bookings">
      <div className={className}>
        <MayAsk userId={skill.user_id}>
          <ButtonLink to={bookingPath(skill)} variant="spark" block>
            Book {name}
          </ButtonLink>
        </MayAsk>
      </div>
    </RequireModule>
  );
}

function CancellationPolicy({ policy }: { policy: Schemas["Skill"]["cancellation_policy"] }) {
  const { name, text } = policies[policy];
  return (
    <div className="flex gap-3 border-t border-line pt-4">
      <CalendarX2 aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
      <div>
        <h2 className="font-text text-body font-bold tracking-normal">{name} cancellation</h2>
        <p className="text-small text-ink-2">
          {text} Until your request is accepted, cancelling is always free.
        </p>
      </div>
    </div>
  );
}

function Provider({ skill }: { skill: Schemas["Skill"] }) {
  const { creator_name, photourl, location, distance, rating, review_count } = skill;
  const far = useDistanceText()(distance);
  const near = far && `${far} away`;
  return (
    <Card className="relative flex items-center gap-3.5 transition-shadow hover:shadow-raised">
      <Avatar name={creator_name} photo={photourl} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1">
          <Link
            to={`/user-profile/${skill.user_id}`}
            className="wrap-anywhere font-bold after:absolute after:inset-0 after:rounded-m"
          >
            {creator_name}
          </Link>
          {skill.verified && <VerifiedMark />}
        </p>
        <p className="wrap-anywhere text-small text-ink-2">
          {[location, near].filter(Boolean).join(" · ")}
        </p>
      </div>
      <Stars rating={rating} count={review_count} />
    </Card>
  );
}

function bookingPath(skill: Schemas["Skill"]): string {
  return `/book-form?${new URLSearchParams({ user: skill.user_id, skill: skill.id })}`;
}
