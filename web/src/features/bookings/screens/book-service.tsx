import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api } from "@/lib/api";
import { useModule } from "@/lib/site";
import { useOwnId } from "../api/use-booking";
import { firstWord } from "../format";
import { RequestScreen } from "../request/request-screen";

/** The booking form for the skill in the URL (`?user=&skill=`), and for a need (`&need=`). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get("skill") ?? "";
  const me = useOwnId();
  const skill = api.useQuery(
    "get",
    "/api/skills/{id}",
    { params: { path: { id } } },
    { enabled: id !== "" },
  );
  const need = useOwnNeed(params.get("need") ?? "");
  const missing = !id || (skill.error instanceof ApiError && skill.error.status === 404);
  const back = params.get("user") ? `/user-profile/${params.get("user")}` : "/explore-list";
  return (
    <>
      <PageHeader
        title={skill.data ? `Book ${firstWord(skill.data.creator_name)}` : "Book a service"}
        back={back}
      />
      {missing && <NothingToBook title="Booking information not available." />}
      {!missing && (
        <Loaded query={skill} skeleton={<RequestSkeleton />}>
          {(data) => {
            if (data.user_id === me) return <NothingToBook title="This is your own skill" />;
            if (data.bookable && need.isLoading) return <RequestSkeleton />;
            if (data.bookable) {
              return (
                <>
                  {need.isGone && <NeedGone />}
                  <RequestScreen key={data.id} skill={data} need={need.data} />
                </>
              );
            }
            const name = firstWord(data.creator_name);
            return <NothingToBook title={`${name} takes no bookings at present`} />;
          }}
        </Loaded>
      )}
    </>
  );
}

/** Returns the person's own need with this id, unless it is closed or gone. */
function useOwnNeed(id: string) {
  const hasBoard = useModule("community");
  const enabled = id !== "" && hasBoard === true;
  const query = api.useQuery("get", "/api/needs/{id}", { params: { path: { id } } }, { enabled });
  const { data } = query;
  const isLoading = id !== "" && (hasBoard === undefined || query.isLoading);
  const fits = data?.is_own && data.state !== "closed" && data.moderation === "visible";
  return { isLoading, data: fits ? data : undefined, isGone: query.isError || (data && !fits) };
}

function NeedGone() {
  return (
    <p role="status" className="mb-6 max-w-5xl rounded-m bg-sunk px-4 py-3">
      Your need is no longer on the board, so nothing is filled in. You can book all the same.
    </p>
  );
}

function NothingToBook({ title }: { title: string }) {
  return (
    <EmptyState
      art="people"
      title={title}
      action={<ButtonLink to="/explore-list">Look at what neighbours offer</ButtonLink>}
    >
      Choose a neighbour's skill, and book it from there.
    </EmptyState>
  );
}

function RequestSkeleton() {
  return (
    <Loading label="Loading skill">
      <div className="grid max-w-5xl gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10">
        <div className="grid gap-6">
          <Skeleton className="h-32 rounded-m" />
          <Skeleton className="h-36" />
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </div>
        <Skeleton className="h-36 rounded-m" />
      </div>
    </Loading>
  );
}
