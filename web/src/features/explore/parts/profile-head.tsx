import { MessageCircle, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { Stars } from "@/components/stars";
import type { Schemas } from "@/lib/api";
import { formatDistance, formatMonth } from "@/lib/format";
import { FollowButton } from "../follow/follow-button";
import { Cover } from "./cover";

/** The head of a person's page: who they are, how they are known, and the ways to reach them. */
export function ProfileHead({ person }: { person: Schemas["PublicProfile"] }) {
  const name = `${person.firstname} ${person.lastname}`;
  return (
    <header className="overflow-hidden rounded-l bg-card shadow-card">
      <PageTitle>{name}</PageTitle>
      <Cover name={name} className="h-32 md:h-44" />
      <div className="grid grid-cols-1 gap-4 px-5 pb-6 md:px-8">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Avatar
            name={name}
            photo={person.photourl}
            size="large"
            className="relative -mt-12 ring-4 ring-card"
          />
          <div className="flex gap-2 pt-3">
            {person.is_self ? (
              <ButtonLink to="/user" variant="quiet" size="small">
                <Pencil aria-hidden="true" className="size-4" />
                Edit your profile
              </ButtonLink>
            ) : (
              <>
                <RequireModule name="chat">
                  <Link
                    to={`/chat/${person.id}`}
                    aria-label={`Message ${person.firstname}`}
                    className="grid size-11 place-items-center rounded-full ring-[1.5px] ring-inset ring-line hover:bg-sunk"
                  >
                    <MessageCircle aria-hidden="true" className="size-5" />
                  </Link>
                </RequireModule>
                <FollowButton person={person} name={name} />
              </>
            )}
          </div>
        </div>
        <div>
          <h1 tabIndex={-1} className="text-heading md:text-display">
            {name}
          </h1>
          <p className="text-ink-2">{whereAndSince(person)}</p>
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Fact label="Rating">
            <Stars rating={person.rating} count={person.review_count} />
          </Fact>
          <Fact label={person.total_followers === 1 ? "Follower" : "Followers"}>
            <span className="num font-bold">{person.total_followers}</span>
          </Fact>
          <Fact label="Following">
            <span className="num font-bold">{person.total_following}</span>
          </Fact>
        </dl>
        {person.bio && <p className="max-w-prose whitespace-pre-line">{person.bio}</p>}
      </div>
    </header>
  );
}

function whereAndSince({ location, distance, is_self, member_since }: Schemas["PublicProfile"]) {
  const far =
    is_self || distance === undefined || distance === null
      ? ""
      : `${formatDistance(distance)} away`;
  return [location, far, `Neighbour since ${formatMonth(member_since)}`]
    .filter(Boolean)
    .join(" · ");
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-1.5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
