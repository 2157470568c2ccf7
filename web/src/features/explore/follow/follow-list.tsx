import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { Avatar } from "@/components/avatar";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { type Schemas, usePages } from "@/lib/api";
import { useOwnProfile } from "@/lib/profile";
import { FollowButton } from "./follow-button";

interface FollowListProps {
  title: string;
  path: "/api/follows/getfollowings" | "/api/follows/getfollowers";
  /** Returns the other person of a follow record. */
  personOf: (record: Schemas["FollowRecord"]) => { id: string; name: string };
  empty: { title: string; text: ReactNode };
}

/** List of the people who follow the member, or whom the member follows. */
export function FollowList({ title, path, personOf, empty }: FollowListProps) {
  const records = usePages(path);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={title} back="/user" />
      <FollowTabs />
      <PagedList
        list={records}
        placeholders={5}
        error="Unable to load people. Please try again later."
        empty={
          <EmptyState
            art="people"
            title={empty.title}
            action={<ButtonLink to="/explore">Look at people nearby</ButtonLink>}
          >
            {empty.text}
          </EmptyState>
        }
        keyOf={(record) => personOf(record).id}
        more={{ block: false, className: "mt-5" }}
      >
        {(record) => <FollowRow record={record} {...personOf(record)} />}
      </PagedList>
    </div>
  );
}

interface FollowRowProps {
  id: string;
  name: string;
  record: Schemas["FollowRecord"];
}

function FollowRow({ id, name, record }: FollowRowProps) {
  return (
    <div className="relative flex items-center gap-3 py-3">
      <Avatar name={name} photo={record.photourl} />
      <div className="min-w-0 flex-1">
        <Link
          to={`/user-profile/${id}`}
          className="block wrap-anywhere font-bold after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="block wrap-anywhere text-small text-ink-2">{record.location}</span>
      </div>
      <FollowButton
        person={{ id, is_following: record.is_following }}
        name={name}
        className="relative z-10"
      />
    </div>
  );
}

const tabClass =
  "grid min-h-11 flex-1 place-items-center rounded-full px-3 font-semibold text-ink-2 hover:text-ink aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-card";

/** Links between the two lists; each has an address of its own. */
function FollowTabs() {
  const { data: profile } = useOwnProfile();
  return (
    <nav aria-label="Follows" className="mb-3 flex gap-1 rounded-full bg-sunk p-1">
      <NavLink to="/following" className={tabClass} replace>
        Following {profile?.total_following}
      </NavLink>
      <NavLink to="/followers" className={tabClass} replace>
        Followers {profile?.total_followers}
      </NavLink>
    </nav>
  );
}
