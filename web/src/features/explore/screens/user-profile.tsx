import { UserX } from "lucide-react";
import { useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { PageHeader } from "@/components/page-header";
import { ReportButton } from "@/components/report";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, failureText, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { useSession } from "@/lib/session";
import { BlockButton } from "../block/block-button";
import { ProfileHeader } from "../components/profile-header";
import { PublicSkills } from "../components/public-skills";
import { ReachPanel } from "../components/reach-panel";
import { ReviewList } from "../components/review-list";

/** One column on a phone; on a wide screen, content to book takes the right half. */
const columns =
  "grid grid-cols-1 gap-5 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-8";
const rightHalf =
  "contents lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:grid lg:grid-cols-1 lg:gap-8";
/** On a phone the bio stands between the contact buttons and the skills. */
const phoneOrder = {
  about: "max-lg:order-1",
  skills: "max-lg:order-2",
  reviews: "max-lg:order-3",
  trouble: "max-lg:order-4",
};

/** Another person's public profile. */
export function Component() {
  const { id = "" } = useParams();
  const acting = useSession()?.acting;
  const person = api.useQuery("get", "/api/users/basic/profile/{id}", { params: { path: { id } } });
  if (!person.data && person.error) {
    return <Failed error={person.error} busy={person.isFetching} onRetry={person.refetch} />;
  }
  return (
    <article className={columns}>
      <ProfileHeader person={person.data} />
      {person.data ? <Offers person={person.data} /> : <OffersSkeleton />}
      {person.data && !person.data.is_self && !acting && <Trouble person={person.data} />}
    </article>
  );
}

function Offers({ person }: { person: Schemas["PublicProfile"] }) {
  return (
    <>
      <div className={rightHalf}>
        {!person.is_self && <ReachPanel person={person} />}
        <div className={phoneOrder.skills}>
          <PublicSkills person={person} />
        </div>
      </div>
      {person.bio && <About person={person} />}
      <RequireModule name="bookings">
        <div className={phoneOrder.reviews}>
          <ReviewList personId={person.id} firstname={person.firstname} />
        </div>
      </RequireModule>
    </>
  );
}

function About({ person }: { person: Schemas["PublicProfile"] }) {
  return (
    <section aria-labelledby="about" className={cx("grid gap-3", phoneOrder.about)}>
      <h2 id="about" className="text-title">
        About {person.firstname}
      </h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{person.bio}</p>
    </section>
  );
}

/** Buttons to report or block the person; a delegate has neither. */
function Trouble({ person }: { person: Schemas["PublicProfile"] }) {
  const { id, firstname } = person;
  return (
    <div className={cx("flex flex-wrap gap-2 border-t border-line pt-5", phoneOrder.trouble)}>
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
      <div className="grid gap-8">
        <Skeleton className="h-32 rounded-m" />
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
          You cannot see this person, or the link is incomplete.
        </EmptyState>
      ) : (
        <ErrorState
          message={failureText(error, "Failed to fetch user profile")}
          busy={busy}
          onRetry={() => onRetry()}
        />
      )}
    </>
  );
}
