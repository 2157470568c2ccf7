import type { ReactNode } from "react";
import { Avatar } from "@/components/avatar";
import { Card } from "@/components/card";
import { CategoryArt, Picture } from "@/components/picture";
import { Sparks } from "@/components/price";
import { SkillPrice } from "@/components/skill-price";
import type { Schemas } from "@/lib/api";
import { formatAgoInSentence } from "@/lib/format";
import { AnnouncementCard } from "./announcement-card";
import { PersonLocation } from "./person-location";
import { RowLink } from "./row-link";

interface AnnouncementsProps {
  announcements: Schemas["CommunityNews"]["announcements"];
}

/** Announcements of the hosts; nothing while there are none. */
export function Announcements({ announcements }: AnnouncementsProps) {
  if (announcements.length === 0) return null;
  return (
    <section aria-labelledby="announcements" className="grid gap-4">
      <h2 id="announcements" className="sr-only">
        Announcements
      </h2>
      {announcements.map((announcement) => (
        <AnnouncementCard key={announcement.id} announcement={announcement} />
      ))}
    </section>
  );
}

/** New neighbours and skills, and the sparks in circulation. */
export function WhatIsNew({ news }: { news: Schemas["CommunityNews"] }) {
  const { newcomers, skills, tokens_circulating } = news;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2 md:items-start">
        <Arrivals title="New neighbours" nobody="Nobody has joined nearby in the last 30 days.">
          {newcomers.map(({ person, joined_at }) => (
            <NewcomerRow key={person.id} newcomer={{ person, joined_at }} />
          ))}
        </Arrivals>
        <Arrivals title="New skills" nobody="No new skills nearby in the last 30 days.">
          {skills.map((skill) => (
            <SkillRow key={skill.id} skill={skill} />
          ))}
        </Arrivals>
      </div>
      {tokens_circulating != null && (
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-title">Sparks in circulation</h2>
          <Sparks amount={tokens_circulating} spelled className="text-lead" />
        </Card>
      )}
    </div>
  );
}

interface ArrivalsProps {
  title: string;
  /** Shown instead of an empty list. */
  nobody: string;
  children: ReactNode[];
}

function Arrivals({ title, nobody, children }: ArrivalsProps) {
  return (
    <Card>
      <h2 className="text-title">{title}</h2>
      {children.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">{children}</ul>
      ) : (
        <p className="mt-2 text-ink-2">{nobody}</p>
      )}
    </Card>
  );
}

function NewcomerRow({ newcomer: { person, joined_at } }: { newcomer: Schemas["Newcomer"] }) {
  return (
    <RowLink
      to={`/user-profile/${person.id}`}
      title={person.name}
      picture={<Avatar name={person.name} photo={person.photourl} />}
    >
      <PersonLocation person={person} />
      <span>Joined {formatAgoInSentence(joined_at)}</span>
    </RowLink>
  );
}

function SkillRow({ skill }: { skill: Schemas["NewSkill"] }) {
  const { id, skill_type, category, thumbnail, person } = skill;
  const picture = thumbnail ? (
    <Picture src={thumbnail} alt="" width={44} height={44} className="size-11 rounded-s" />
  ) : (
    <CategoryArt category={category} className="size-11 rounded-s" />
  );
  return (
    <RowLink to={`/service/${id}`} title={skill_type} picture={picture}>
      <PersonLocation name={person.name} person={person} />
      <SkillPrice skill={skill} className="text-small" />
    </RowLink>
  );
}
