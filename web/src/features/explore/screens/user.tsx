import { ErrorState } from "@/components/error-state";
import { PageHeader, PageTitle } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { messageOf, type Schemas } from "@/lib/api";
import { useOwnProfile } from "@/lib/profile";
import { TownNotice } from "../components/town-notice";
import { AboutCard } from "../own/about-card";
import { BalanceCard } from "../own/balance-card";
import { ChecklistCard } from "../own/checklist-card";
import { OwnHeader } from "../own/own-header";
import { OwnSkills } from "../own/own-skills";

const columns = "grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr]";

/** The member's own profile: photo, open items, balance, bio and skills. */
export function Component() {
  const profile = useOwnProfile();
  if (!profile.data && profile.error) {
    return (
      <>
        <PageHeader title="Your profile" />
        <ErrorState
          message={`Error loading profile: ${messageOf(profile.error)}`}
          busy={profile.isFetching}
          onRetry={() => profile.refetch()}
        />
      </>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageTitle>Your profile</PageTitle>
      <OwnHeader profile={profile.data} />
      <TownNotice />
      {profile.data ? <Cards profile={profile.data} /> : <CardsSkeleton />}
    </div>
  );
}

function Cards({ profile }: { profile: Schemas["Profile"] }) {
  return (
    <div className={columns}>
      <div className="grid grid-cols-1 gap-6 lg:order-last">
        <RequireModule name="wallet">
          <BalanceCard />
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
  );
}

function CardsSkeleton() {
  return (
    <Loading label="Loading your profile">
      <div className={columns}>
        <Skeleton className="h-48 rounded-m lg:order-last" />
        <Skeleton className="h-48 rounded-m" />
      </div>
    </Loading>
  );
}
