import { UserX } from "lucide-react";
import { useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { EmptyState, ErrorState } from "@/components/states";
import { ApiError, api, type Schemas } from "@/lib/api";
import { ProfileHead } from "../parts/profile-head";
import { PublicSkills } from "../parts/public-skills";
import { ReviewList } from "../parts/review-list";

/** Another person as everybody sees them. */
export function Component() {
  const { id = "" } = useParams();
  const person = api.useQuery("get", "/api/users/basic/profile/{id}", { params: { path: { id } } });
  if (person.data) return <Profile person={person.data} />;
  return (
    <>
      <PageHeader title="Profile" back="/explore" />
      {person.error ? (
        <Failed error={person.error} busy={person.isFetching} onRetry={person.refetch} />
      ) : (
        <ProfileSkeleton />
      )}
    </>
  );
}

function Profile({ person }: { person: Schemas["PublicProfile"] }) {
  return (
    <article className="grid grid-cols-1 gap-8">
      <ProfileHead person={person} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[3fr_2fr]">
        <PublicSkills person={person} />
        <RequireModule name="bookings">
          <ReviewList personId={person.id} firstname={person.firstname} />
        </RequireModule>
      </div>
    </article>
  );
}

function Failed(props: { error: unknown; busy: boolean; onRetry: () => unknown }) {
  const gone = props.error instanceof ApiError && props.error.status === 404;
  if (!gone) {
    return (
      <ErrorState
        message="Failed to fetch user profile"
        busy={props.busy}
        onRetry={() => props.onRetry()}
      />
    );
  }
  return (
    <EmptyState
      icon={<UserX />}
      title="No profile data available"
      action={<ButtonLink to="/explore">Look at people nearby</ButtonLink>}
    >
      This person is no longer here, or the link is incomplete.
    </EmptyState>
  );
}

function ProfileSkeleton() {
  return (
    <Loading label="Loading profile">
      <div className="grid gap-8">
        <div className="overflow-hidden rounded-l bg-card shadow-card">
          <Skeleton className="h-32 rounded-none md:h-44" />
          <div className="grid gap-3 px-5 pb-6 md:px-8">
            <Skeleton className="-mt-12 size-24 rounded-full ring-4 ring-card" />
            <Skeleton className="h-8 w-56" />
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-11 w-full max-w-md" />
          </div>
        </div>
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[3fr_2fr]">
          <Skeleton className="h-40 rounded-m" />
          <Skeleton className="h-40 rounded-m" />
        </div>
      </div>
    </Loading>
  );
}
