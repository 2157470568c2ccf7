import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { EmptyState, ErrorState } from "@/components/states";
import { ApiError, api, type Schemas } from "@/lib/api";

interface SkillLoadedProps {
  id: string;
  /** The heading until the skill is there. */
  title: string;
  back: string;
  /** Said when there is no such skill. */
  missing: string;
  children: (skill: Schemas["Skill"]) => ReactNode;
}

/** One skill, with the faces it has while it is coming, missing or failed. */
export function SkillLoaded({ id, title, back, missing, children }: SkillLoadedProps) {
  const skill = api.useQuery("get", "/api/skills/{id}", { params: { path: { id } } });
  if (skill.data) return children(skill.data);
  return (
    <>
      <PageHeader title={title} back={back} />
      {!skill.error && <SkillSkeleton />}
      {skill.error &&
        (isMissing(skill.error) ? (
          <EmptyState
            icon={<SearchX />}
            title={missing}
            action={<ButtonLink to={back}>Go back</ButtonLink>}
          >
            It may have been taken down, or the link is incomplete.
          </EmptyState>
        ) : (
          <ErrorState
            message="Unable to load skills. Please try again later."
            busy={skill.isFetching}
            onRetry={() => skill.refetch()}
          />
        ))}
    </>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function SkillSkeleton() {
  return (
    <Loading label="Loading skill">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr]">
        <Skeleton className="aspect-video rounded-l" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-24" />
          <Skeleton className="h-12 rounded-full" />
        </div>
      </div>
    </Loading>
  );
}
