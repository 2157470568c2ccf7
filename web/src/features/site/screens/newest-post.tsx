import { Navigate } from "react-router";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { PublicPage } from "../components/public-page";

/** Leads to the newest post, or to the empty blog. */
export function Component() {
  const query = api.useQuery("get", "/api/posts", { params: { query: { limit: 1 } } });
  return (
    <PublicPage title="Blog" back="/blog" backForVisitors>
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
    </PublicPage>
  );
}
