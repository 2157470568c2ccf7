import { useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { ErrorState } from "@/components/error-state";
import { onDemand } from "@/components/overlay";
import { PageHeader } from "@/components/page-header";
import { PhotoUpload } from "@/components/photo-upload";
import { RequireModule } from "@/components/require-module";
import { Loading, Skeleton } from "@/components/skeleton";
import { failureText, type Schemas } from "@/lib/api";
import { useOwnProfile } from "@/lib/profile";
import { PrivacyCard } from "../components/privacy-card";
import { ProfileForm } from "../components/profile-form";
import { VisibilityCard } from "../components/visibility-card";

const NewEmailDialog = onDemand(
  async () => (await import("../components/new-email-dialog")).NewEmailDialog,
);

const photoMessages = {
  notAnImage: "Please select an image file",
  tooLarge: "Image size should be less than 5MB",
  failed: "Failed to upload profile photo.",
};

/** Form for the member's profile. `?new_email=` waits for the code of a new address. */
export function Component() {
  const profile = useOwnProfile();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Edit profile" back="/settings" />
      {profile.data && <EditProfile profile={profile.data} />}
      {!profile.data && profile.error && (
        <ErrorState
          message={failureText(profile.error, "Failed to load profile data")}
          busy={profile.isFetching}
          onRetry={() => profile.refetch()}
        />
      )}
      {!profile.data && !profile.error && <FormSkeleton />}
    </div>
  );
}

function EditProfile({ profile }: { profile: Schemas["Profile"] }) {
  const name = `${profile.firstname} ${profile.lastname}`;
  const [params, setParams] = useSearchParams();
  const newEmail = params.get("new_email");
  const wait = (email: string | null) =>
    setParams(email ? { new_email: email } : {}, { replace: true, preventScrollReset: true });
  return (
    <div className="grid gap-5">
      <Card>
        <PhotoUpload name={name} photo={profile.photourl} messages={photoMessages} />
      </Card>
      <Card>
        <ProfileForm profile={profile} onNewEmail={wait} />
      </Card>
      <VisibilityCard profile={profile} />
      <RequireModule name="chat">
        <RequireModule name="settings">
          <PrivacyCard />
        </RequireModule>
      </RequireModule>
      <NewEmailDialog open={newEmail !== null} email={newEmail} onClose={() => wait(null)} />
    </div>
  );
}

function FormSkeleton() {
  return (
    <Loading label="Loading your profile">
      <div className="grid gap-5">
        <Skeleton className="h-34 rounded-m" />
        <Skeleton className="h-130 rounded-m" />
        <Skeleton className="h-24 rounded-m" />
      </div>
    </Loading>
  );
}
