import { Globe, Pencil, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/avatar";
import { Badge } from "@/components/badge";
import { ButtonLink } from "@/components/button";
import { PageTitle } from "@/components/page-header";
import { Skeleton } from "@/components/skeleton";
import { Stars } from "@/components/stars";
import { VerifiedMark } from "@/components/verified-mark";
import type { Schemas } from "@/lib/api";
import { formatMonth } from "@/lib/format";
import { useSession } from "@/lib/session";
import { useDistanceText } from "@/lib/units";
import { FollowButton } from "../follow/follow-button";
import { Cover } from "./cover";
import { HeaderCard, HeaderName } from "./header-card";

/**
 * Header of a person's page: name, reputation, and ways to reach them; placeholders around the same
 * heading while loading.
 */
export function ProfileHeader({ person }: { person: Schemas["PublicProfile"] | undefined }) {
  const name = person && `${person.firstname} ${person.lastname}`;
  return (
    <HeaderCard back cover={name && <Cover name={name} className="size-full" />}>
      <PageTitle>{name ?? "Profile"}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {name ? (
          <Avatar
            name={name}
            photo={person.photourl}
            size="large"
            className="relative -mt-12 ring-4 ring-card"
          />
        ) : (
          <Skeleton className="relative -mt-12 size-24 rounded-full ring-4 ring-card" />
        )}
        <div className="flex min-h-11 gap-2">{name && <Actions person={person} name={name} />}</div>
      </div>
      <div>
        <HeaderName name={name} fallback="Profile" />
        {person ? (
          <LocationAndJoinDate person={person} />
        ) : (
          <Skeleton className="mt-1.5 h-5 w-64 max-w-full" />
        )}
      </div>
      {person && person.checks.length > 0 && <Checks titles={person.checks} />}
      {person ? <Facts person={person} /> : <Skeleton className="h-6 w-48" />}
      {person?.website && <Website address={person.website} />}
    </HeaderCard>
  );
}

function Actions({ person, name }: { person: Schemas["PublicProfile"]; name: string }) {
  const acting = useSession()?.acting;
  if (person.is_self) {
    // A helper cannot change the profile of a neighbour.
    if (acting) return null;
    return (
      <ButtonLink to="/user" variant="quiet" size="small">
        <Pencil aria-hidden="true" className="size-4" />
        Edit your profile
      </ButtonLink>
    );
  }
  return <FollowButton person={person} name={name} />;
}

function Facts({ person }: { person: Schemas["PublicProfile"] }) {
  return (
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
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-1.5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function LocationAndJoinDate({ person }: { person: Schemas["PublicProfile"] }) {
  const { location, distance, is_self, member_since } = person;
  const far = useDistanceText()(is_self ? undefined : distance);
  const parts = [location, far && `${far} away`, `Neighbour since ${formatMonth(member_since)}`];
  return (
    <>
      <p className="text-ink-2">{parts.filter(Boolean).join(" · ")}</p>
      {person.verified && (
        <p className="mt-1">
          <VerifiedMark text />
          <span className="text-small text-ink-2">
            {" "}
            by an admin: who they are, and where they live
          </span>
        </p>
      )}
    </>
  );
}

/** Checks that the hosts have made of the person. */
function Checks({ titles }: { titles: readonly string[] }) {
  return (
    <ul aria-label="Checked by the hosts" className="flex flex-wrap gap-2">
      {titles.map((title) => (
        <li key={title}>
          <Badge tone="leaf">
            <ShieldCheck aria-hidden="true" className="size-4" />
            {title}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

/** Link to the person's own website, which the site does not vouch for. */
function Website({ address }: { address: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer nofollow ugc"
      className="inline-flex min-h-11 max-w-full items-center gap-2 justify-self-start font-semibold text-leaf hover:underline"
    >
      <Globe aria-hidden="true" className="size-5 shrink-0" />
      <span className="truncate">{address.replace(/^https?:\/\/(www\.)?|\/$/g, "")}</span>
    </a>
  );
}
