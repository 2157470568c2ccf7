import { Eye } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { ButtonLink } from "@/components/button";
import { PhotoUpload } from "@/components/photo-upload";
import { Skeleton } from "@/components/skeleton";
import { Stars } from "@/components/stars";
import type { Schemas } from "@/lib/api";
import { formatMonth } from "@/lib/format";
import { Cover } from "../components/cover";
import { HeaderCard, HeaderName } from "../components/header-card";

const photoMessages = {
  notAnImage: "Please upload an image file",
  tooLarge: "File size should be less than 5MB",
  failed: "Failed to upload image. Please try again.",
};

/** Header of the own profile, with an editable photo (`#photo` focuses it). */
export function OwnHeader({ profile }: { profile: Schemas["Profile"] | undefined }) {
  const name = profile && `${profile.firstname} ${profile.lastname}`;
  const photo = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const loaded = profile !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the link again has another key
  useEffect(() => {
    if (loaded && hash === "#photo") photo.current?.querySelector("button")?.focus();
  }, [loaded, hash, key]);
  return (
    <HeaderCard cover={name && <Cover name={name} className="size-full" />}>
      <div ref={photo} className="relative -mt-12">
        {name ? (
          <PhotoUpload name={name} photo={profile.photourl} messages={photoMessages} />
        ) : (
          <Skeleton className="size-24 rounded-full ring-4 ring-card" />
        )}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <HeaderName name={name} fallback="Your profile" />
          {profile ? (
            <p className="text-ink-2">
              {profile.location || "No town yet"} · Neighbour since{" "}
              {formatMonth(profile.created_at)}
            </p>
          ) : (
            <Skeleton className="mt-1.5 h-5 w-64 max-w-full" />
          )}
        </div>
        {profile && (
          <ButtonLink to={`/user-profile/${profile.id}`} variant="quiet" size="small">
            <Eye aria-hidden="true" className="size-5" />
            See it as neighbours do
          </ButtonLink>
        )}
      </div>
      {profile ? <FollowCounts profile={profile} /> : <Skeleton className="h-11 w-60" />}
    </HeaderCard>
  );
}

function FollowCounts({ profile }: { profile: Schemas["Profile"] }) {
  const { total_followers, total_following, rating, review_count } = profile;
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-3">
      <Count
        to="/followers"
        count={total_followers}
        label={total_followers === 1 ? "Follower" : "Followers"}
      />
      <Count to="/following" count={total_following} label="Following" />
      {review_count > 0 && (
        <span className="px-2">
          <Stars rating={rating} count={review_count} />
        </span>
      )}
    </div>
  );
}

function Count({ to, count, label }: { to: string; count: number; label: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-11 items-center gap-1.5 rounded-s px-2 hover:bg-sunk hover:underline"
    >
      <span className="num font-bold">{count}</span>
      <span className="text-small text-ink-2">{label}</span>
    </Link>
  );
}
