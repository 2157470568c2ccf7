import { Link, useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { Prose } from "@/components/prose/prose";
import { blocksOf } from "@/components/prose/text-blocks";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, type Schemas } from "@/lib/api";
import { PostDate } from "../components/post-date";
import { PublicPage } from "../components/public-page";

/** A post of the blog. */
export function Component() {
  const { slug = "" } = useParams();
  const query = api.useQuery("get", "/api/posts/{slug}", { params: { path: { slug } } });
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <PublicPage title={titleOf(query.data, isMissing)} back="/blog" backForVisitors>
      {isMissing ? (
        <EmptyState
          title="We can't find that post"
          action={<ButtonLink to="/blog">See all posts</ButtonLink>}
        >
          It may have been taken down, or the address may have a typing error.
        </EmptyState>
      ) : (
        <Loaded
          query={query}
          error="This post can't be loaded right now."
          skeleton={
            <Loading label="Loading the post">
              <Skeleton className="h-96 rounded-l" />
            </Loading>
          }
        >
          {(post) => <Text post={post} />}
        </Loaded>
      )}
    </PublicPage>
  );
}

function titleOf(post: Schemas["Post"] | undefined, isMissing: boolean): string {
  return post?.about.title ?? (isMissing ? "Post not found" : "Blog");
}

function Text({ post }: { post: Schemas["Post"] }) {
  const { date, picture } = post.about;
  return (
    <>
      <PostDate date={date} />
      {picture && (
        <img
          src={picture}
          alt=""
          width={640}
          height={320}
          className="mt-4 aspect-2/1 w-full rounded-l bg-sunk object-cover dark:brightness-90"
        />
      )}
      <div className="mt-6">
        <Prose blocks={blocksOf(post.blocks)} />
      </div>
      <p className="mt-8">
        <Link to="/blog" className="font-semibold text-leaf underline underline-offset-3">
          All posts
        </Link>
      </p>
    </>
  );
}
