import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { useChoices } from "../api/use-choices";
import { usePreferences } from "../api/use-preferences";
import { ChoiceGroups } from "../notify/choice-groups";
import { DigestSection } from "../notify/digest-section";
import { LanguageSection } from "../notify/language-section";
import { PushSection } from "../notify/push-section";
import { QuietHoursSection } from "../notify/quiet-hours-section";
import { SaveState } from "../notify/save-state";
import { UnreachableNote } from "../notify/unreachable-note";

/** Settings of emails and push messages; every choice is saved at once. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Notifications" back="/settings?tab=general">
        Choose what you get by email and on your devices when you are not on this site.
      </PageHeader>
      <div className="grid gap-5">
        <What />
        <When />
        <RequireModule name="notifications">
          <PushSection />
        </RequireModule>
      </div>
    </div>
  );
}

/** Choice of notices. */
function What() {
  const { query, choose, save } = useChoices();
  return (
    <Loaded query={query} error="Your choices could not be loaded." skeleton={<NotifySkeleton />}>
      {(choices) => (
        <div className="grid gap-5">
          <UnreachableNote choices={choices} />
          <ChoiceGroups choices={choices} choose={choose} />
          <SaveState state={save} />
        </div>
      )}
    </Loaded>
  );
}

/** Choice of frequency, time and language. */
function When() {
  const { query, change, save } = usePreferences();
  return (
    <Loaded query={query} error="Your choices could not be loaded." skeleton={<NotifySkeleton />}>
      {({ digest, quietHours, language, languages }) => (
        <div className="grid gap-5">
          <DigestSection digest={digest} onChange={(next) => change({ digest: next })} />
          <QuietHoursSection hours={quietHours} onChange={(next) => change({ quietHours: next })} />
          <LanguageSection
            language={language}
            languages={languages}
            onChange={(next) => change({ language: next })}
          />
          <SaveState state={save} />
        </div>
      )}
    </Loaded>
  );
}

function NotifySkeleton() {
  return (
    <Loading label="Loading your choices">
      <div className="grid gap-5">
        <Skeleton className="h-64 rounded-m" />
        <Skeleton className="h-64 rounded-m" />
      </div>
    </Loading>
  );
}
