import { UserX } from "lucide-react";
import { useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { ReportButton } from "@/components/report";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { EmptyState, ErrorState } from "@/components/states";
import { ApiError, api, type Schemas } from "@/lib/api";
import { BlockButton } from "../block/block-button";
import { ProfileHeader } from "../parts/profile-header";
import { PublicSkills } from "../parts/public-skills";
import { ReviewList } from "../parts/review-list";

const columns = "grid grid-cols-1 gap-8 lg:grid-cols-[3fr_2fr]";

/** Another person as everybody sees them. */
export function Component() {
  const { id = "" } = useParams();
  const person = api.useQuery("get", "/api/users/basic/profile/{id}", { params: { path: { id } } });
  if (!person.data && person.error) {
    return <Failed error={person.error} busy={person.isFetching} onRetry={person.refetch} />;
  }
  return (
    <article className="grid grid-cols-1 gap-8">
      <ProfileHeader person={person.data} />
      {person.data ? <Offers person={person.data} /> : <OffersSkeleton />}
      {person.data && !person.data.is_self && <Trouble person={person.data} />}
    </article>
  );
}

function Offers({ person }: { person: Schemas["PublicProfile"] }) {
  return (
    <div className={columns}>
      <PublicSkills person={person} />
      <RequireModule name="bookings">
        <ReviewList personId={person.id} firstname={person.firstname} />
      </RequireModule>
    </div>
  );
}

/** What one can do about somebody who does not behave. */
function Trouble({ person }: { person: Schemas["PublicProfile"] }) {
  const { id, firstname } = person;
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      <ReportButton
        target={{ subject: "person", id, personId: id, firstname }}
        label={`Report ${firstname}`}
      />
      <BlockButton person={person} />
    </div>
  );
}

function OffersSkeleton() {
  return (
    <Loading label="Loading profile">
      <div className={columns}>
        <Skeleton className="h-40 rounded-m" />
        <Skeleton className="h-40 rounded-m" />
      </div>
    </Loading>
  );
}

interface FailedProps {
  error: unknown;
  busy: boolean;
  onRetry: () => unknown;
}

function Failed({ error, busy, onRetry }: FailedProps) {
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHeader title="Profile" back="/explore" />
      {gone ? (
        <EmptyState
          icon={<UserX />}
          title="No profile data available"
          action={<ButtonLink to="/explore">Look at people nearby</ButtonLink>}
        >
          This person is no longer here, or the link is incomplete.
        </EmptyState>
      ) : (
        <ErrorState message="Failed to fetch user profile" busy={busy} onRetry={() => onRetry()} />
      )}
    </>
  );
}
