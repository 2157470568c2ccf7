import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, type Schemas } from "@/lib/api";

type Skill = Schemas["Skill"];

interface SkillLoadedProps {
  id: string;
  /** Returns the heading; without the skill while it is loading. */
  title: (skill: Skill | undefined) => string;
  back: (skill: Skill | undefined) => string;
  /** Message if the skill does not exist. */
  missing: string;
  children: (skill: Skill) => ReactNode;
}

/** Frame of a screen about one skill, with its loading, missing and failed states. */
export function SkillLoaded({ id, title, back, missing, children }: SkillLoadedProps) {
  const skill = api.useQuery("get", "/api/skills/{id}", { params: { path: { id } } });
  return (
    <>
      {/* One element throughout, so that it keeps the focus taken on arrival. */}
      <PageHeader title={title(skill.data)} back={back(skill.data)} />
      {skill.data && children(skill.data)}
      {!skill.data && !skill.error && <SkillSkeleton />}
      {!skill.data && skill.error && (
        <NotLoaded
          missing={isMissing(skill.error) ? missing : undefined}
          back={back(undefined)}
          busy={skill.isFetching}
          onRetry={() => skill.refetch()}
        />
      )}
    </>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

interface NotLoadedProps {
  /** Shown instead of an error if the skill does not exist. */
  missing: string | undefined;
  back: string;
  busy: boolean;
  onRetry: () => void;
}

function NotLoaded({ missing, back, busy, onRetry }: NotLoadedProps) {
  if (!missing) {
    return (
      <ErrorState
        message="Unable to load skills. Please try again later."
        busy={busy}
        onRetry={onRetry}
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title={missing}
      action={<ButtonLink to={back}>Go back</ButtonLink>}
    >
      It may have been taken down, or the link is incomplete.
    </EmptyState>
  );
}

function SkillSkeleton() {
  return (
    <Loading label="Loading skill">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr] lg:gap-8">
        <Skeleton className="aspect-video rounded-l" />
        <div className="grid grid-cols-1 content-start gap-4">
          <Skeleton className="h-52 rounded-m" />
          <Skeleton className="h-20 rounded-m" />
        </div>
      </div>
    </Loading>
  );
}
