import { PageTitle } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { Skeleton } from "@/components/skeleton";
import type { Schemas } from "@/lib/api";
import { formatTime } from "@/lib/format";
import { useOwnProfile } from "@/lib/profile";
import { CategoryStrip } from "../components/category-strip";
import { CompleteProfile } from "../components/complete-profile-card";
import { PeopleNearby } from "../components/people-nearby";
import { TownNotice } from "../components/town-notice";

/** The home screen: open profile items, categories, and people nearby. */
export function Component() {
  const { data: profile } = useOwnProfile();
  return (
    <div className="grid grid-cols-1 gap-3 max-sm:-mt-2 sm:gap-6">
      <PageTitle>Explore</PageTitle>
      <div className="grid grid-cols-1 gap-[inherit] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:items-center">
        <Greeting profile={profile} />
        <CompleteProfile profile={profile} />
      </div>
      <a
        href="#people-nearby"
        className="sr-only focus:not-sr-only focus:justify-self-start focus:rounded-full focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
      >
        Skip to people
      </a>
      <TownNotice />
      <RequireModule name="skills">
        <section aria-labelledby="categories" className="grid grid-cols-1 gap-3">
          <h2 id="categories" className="text-title max-sm:sr-only">
            What do you need?
          </h2>
          <CategoryStrip />
        </section>
      </RequireModule>
      <PeopleNearby profile={profile} />
    </div>
  );
}

function Greeting({ profile }: { profile: Schemas["Profile"] | undefined }) {
  return (
    <header>
      <h1 tabIndex={-1} className="text-heading md:text-display">
        {greeting(new Date())}
        {profile && `, ${profile.firstname}`}
      </h1>
      <div className="text-ink-2 max-sm:sr-only sm:min-h-[1lh]">
        {profile ? (
          <p>
            {profile.location
              ? `Here is who can help around ${profile.location}.`
              : "Here is who can help around you."}
          </p>
        ) : (
          <Skeleton className="mt-1 h-5 w-64" />
        )}
      </div>
    </header>
  );
}

const MORNING = 5;
const NOON = 12;
const EVENING = 18;

/** Returns a greeting for the time of day in the community's time zone. */
function greeting(now: Date): string {
  const hour = Number(formatTime(now.toISOString()).slice(0, 2));
  if (hour >= MORNING && hour < NOON) return "Good morning";
  return hour >= NOON && hour < EVENING ? "Good afternoon" : "Good evening";
}
