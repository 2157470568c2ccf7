import { ArrowRight, Newspaper } from "lucide-react";
import { Link } from "react-router";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { Loading, Skeleton } from "@/components/skeleton";
import { type Schemas, usePages } from "@/lib/api";
import { useSiteName } from "@/lib/site";
import { PostDate } from "../components/post-date";
import { PublicPage } from "../components/public-page";

const grid = "mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3";

/** Posts of the blog, newest first. */
export function Component() {
  const name = useSiteName();
  const posts = usePages("/api/posts", { query: {} });
  return (
    <PublicPage title="Blog" wide>
      <p className="max-w-prose text-lead text-ink-2">
        Stories and advice from {name}, for neighbours who swap skills.
      </p>
      <Loaded
        query={posts}
        error="The posts can't be loaded right now."
        skeleton={<GridSkeleton />}
        empty={
          <EmptyState icon={<Newspaper />} title="No posts yet">
            Come back later: the people who run {name} write here.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className={grid}>
            {items.map((post) => (
              <li key={post.slug} className="grid">
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={posts} className="mt-6" />
    </PublicPage>
  );
}

function PostCard({ post }: { post: Schemas["PostSummary"] }) {
  const { slug, title, date, summary, picture } = post;
  return (
    <article className="relative flex flex-col overflow-hidden rounded-l bg-card shadow-card transition-shadow hover:shadow-raised">
      {picture && (
        <img
          src={picture}
          alt=""
          width={320}
          height={180}
          loading="lazy"
          className="aspect-video w-full bg-sunk object-cover dark:brightness-90"
        />
      )}
      <div className="flex flex-1 flex-col gap-1.5 p-5">
        <PostDate date={date} />
        <h2 className="text-title">
          <Link to={`/blog/${slug}`} className="after:absolute after:inset-0 hover:underline">
            {title}
          </Link>
        </h2>
        <p className="text-ink-2">{summary}</p>
        <ArrowRight aria-hidden="true" className="mt-auto size-6 text-leaf" />
      </div>
    </article>
  );
}

function GridSkeleton() {
  return (
    <Loading label="Loading the posts">
      <div className={grid}>
        {[1, 2, 3, 4, 5, 6].map((value) => (
          <Skeleton key={value} className="h-96 rounded-l" />
        ))}
      </div>
    </Loading>
  );
}
