import { Navigate } from "react-router";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { EveryonesPage } from "../components/everyones-page";

/** Leads to the newest post, or to the empty blog. */
export function Component() {
  const query = api.useQuery("get", "/api/posts", { params: { query: { limit: 1 } } });
  return (
    <EveryonesPage title="Blog" back="/blog" inside>
      <Loaded
        query={query}
        error="The posts can't be loaded right now."
        skeleton={
          <Loading label="Loading the post">
            <Skeleton className="h-96 rounded-l" />
          </Loading>
        }
      >
        {([newest]) => <Navigate to={newest ? `/blog/${newest.slug}` : "/blog"} replace />}
      </Loaded>
    </EveryonesPage>
  );
}
