import { LayoutGrid } from "lucide-react";
import { Link } from "react-router";
import { Loaded } from "@/components/loaded";
import { CategoryArt } from "@/components/picture";
import { Loading, Skeleton } from "@/components/skeleton";
import { useCategories } from "@/lib/categories";

const tileClass = "w-24 shrink-0 snap-start sm:w-28";
const stripClass =
  "-mx-4 flex gap-3 overflow-x-auto scroll-px-4 px-4 py-1 snap-x md:-mx-8 md:scroll-px-8 md:px-8";

/** What people here can do, in pictures; each leads to those who do it. */
export function CategoryStrip() {
  const categories = useCategories();
  return (
    <Loaded
      query={categories}
      error="Unable to load categories. Please try again later."
      skeleton={<StripSkeleton />}
    >
      {(list) => (
        <ul className={stripClass}>
          <li className={tileClass}>
            <Link to="/explore-list" className="group grid gap-1.5 text-center">
              <span className="grid aspect-4/3 place-items-center rounded-m bg-spark-soft text-spark-deep">
                <LayoutGrid aria-hidden="true" className="size-7" />
              </span>
              <span className="text-small font-semibold group-hover:underline">All skills</span>
            </Link>
          </li>
          {list.map(({ id, title }) => (
            <li key={id} className={tileClass}>
              <Link to={categoryPath(title)} className="group grid gap-1.5 text-center">
                <CategoryArt category={id} className="aspect-4/3 w-full rounded-m" />
                <span className="min-h-[2lh] text-small leading-tight font-semibold group-hover:underline">
                  {title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function StripSkeleton() {
  return (
    <Loading label="Loading categories">
      <div className={`${stripClass} overflow-hidden`}>
        {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
          <div key={key} className={`${tileClass} grid justify-items-center gap-1.5`}>
            <Skeleton className="aspect-4/3 w-full rounded-m" />
            <div className="min-h-[2lh] text-small leading-tight">
              <Skeleton className="h-4 w-16" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

export function categoryPath(title: string): string {
  return `/explore-list?${new URLSearchParams({ category: title })}`;
}
