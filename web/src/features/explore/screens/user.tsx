import { Eye } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageHeader, PageTitle } from "@/components/page-header";
import { PhotoUpload } from "@/components/photo-upload";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { Stars } from "@/components/stars";
import { ErrorState } from "@/components/states";
import { messageOf, type Schemas } from "@/lib/api";
import { formatMonth } from "@/lib/format";
import { useOwnProfile } from "@/lib/profile";
import { AboutCard } from "../own/about-card";
import { ChecklistCard } from "../own/checklist-card";
import { OwnSkills } from "../own/own-skills";
import { PocketsCard } from "../own/pockets-card";
import { Cover } from "../parts/cover";

const photoMessages = {
  notAnImage: "Please upload an image file",
  tooLarge: "File size should be less than 5MB",
  failed: "Failed to upload image. Please try again.",
};

/** The own profile: photo, what is missing, money, about, skills. */
export function Component() {
  const profile = useOwnProfile();
  if (profile.data) return <OwnProfile profile={profile.data} />;
  return (
    <>
      <PageHeader title="Your profile" />
      {profile.error ? (
        <ErrorState
          message={`Error loading profile: ${messageOf(profile.error)}`}
          busy={profile.isFetching}
          onRetry={() => profile.refetch()}
        />
      ) : (
        <OwnProfileSkeleton />
      )}
    </>
  );
}

function OwnProfile({ profile }: { profile: Schemas["Profile"] }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageTitle>Your profile</PageTitle>
      <Head profile={profile} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid grid-cols-1 gap-6 lg:order-last">
          <RequireModule name="wallet">
            <PocketsCard />
          </RequireModule>
          <ChecklistCard profile={profile} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <AboutCard profile={profile} />
          <RequireModule name="skills">
            <OwnSkills skills={profile.skills} />
          </RequireModule>
        </div>
      </div>
    </div>
  );
}

function Head({ profile }: { profile: Schemas["Profile"] }) {
  const name = `${profile.firstname} ${profile.lastname}`;
  return (
    <header className="overflow-hidden rounded-l bg-card shadow-card">
      <Cover name={name} className="h-28 md:h-40" />
      <div className="grid grid-cols-1 gap-4 px-4 pb-5 md:px-7">
        <div className="relative -mt-12">
          <PhotoUpload name={name} photo={profile.photourl} messages={photoMessages} />
        </div>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 tabIndex={-1} className="text-heading md:text-display">
              {name}
            </h1>
            <p className="text-ink-2">
              {profile.location || "No town yet"} · Neighbour since{" "}
              {formatMonth(profile.created_at)}
            </p>
          </div>
          <ButtonLink to={`/user-profile/${profile.id}`} variant="quiet" size="small">
            <Eye aria-hidden="true" className="size-5" />
            See it as neighbours do
          </ButtonLink>
        </div>
        <div className="-mx-2 flex flex-wrap items-center gap-x-3">
          <Count to="/followers" count={profile.total_followers} one="Follower" many="Followers" />
          <Count to="/following" count={profile.total_following} one="Following" many="Following" />
          <span className="px-2">
            <Stars rating={profile.rating} count={profile.review_count} />
          </span>
        </div>
      </div>
    </header>
  );
}

function Count(props: { to: string; count: number; one: string; many: string }) {
  return (
    <Link
      to={props.to}
      className="flex min-h-11 items-center gap-1.5 rounded-s px-2 hover:bg-sunk hover:underline"
    >
      <span className="num font-bold">{props.count}</span>
      <span className="text-small text-ink-2">{props.count === 1 ? props.one : props.many}</span>
    </Link>
  );
}

function OwnProfileSkeleton() {
  return (
    <Loading label="Loading your profile">
      <div className="grid gap-6">
        <div className="overflow-hidden rounded-l bg-card shadow-card">
          <Skeleton className="h-28 rounded-none md:h-40" />
          <div className="grid gap-4 px-5 pb-6">
            <Skeleton className="-mt-12 size-24 rounded-full ring-4 ring-card" />
            <Skeleton className="h-8 w-56" />
            <Skeleton className="h-5 w-64" />
          </div>
        </div>
        <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
          <Skeleton className="h-48 rounded-m lg:order-last" />
          <Skeleton className="h-48 rounded-m" />
        </div>
      </div>
    </Loading>
  );
}
