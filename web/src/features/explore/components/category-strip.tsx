import { ChevronLeft, ChevronRight, LayoutGrid } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { IconButton } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { CategoryArt } from "@/components/picture";
import { Loading, Skeleton } from "@/components/skeleton";
import { useCategories } from "@/lib/categories";
import { cx } from "@/lib/cx";

/** A pill on a phone, to leave space for people; a picture above its name elsewhere. */
const tileClass = "shrink-0 snap-start sm:w-28";
const linkClass =
  "group flex min-h-11 items-center gap-2 rounded-full bg-card py-1 pr-3.5 pl-1.5 text-center whitespace-nowrap ring-[1.5px] ring-inset ring-line sm:grid sm:gap-1.5 sm:rounded-none sm:bg-transparent sm:p-0 sm:whitespace-normal sm:ring-0";
const artClass = "size-8 rounded-full sm:aspect-4/3 sm:size-auto sm:w-full sm:rounded-m";
const stripClass =
  "-mx-4 flex gap-2 overflow-x-auto sm:gap-3 scroll-px-4 px-4 py-1 snap-x md:-mx-8 md:scroll-px-8 md:px-8";

/** The categories as pictures; each links to the people who offer it. */
export function CategoryStrip() {
  const categories = useCategories();
  return (
    <Loaded
      query={categories}
      error="Unable to load categories. Please try again later."
      skeleton={<StripSkeleton />}
    >
      {(list) => (
        <Strip>
          <li className={tileClass}>
            <Link to="/explore-list" className={linkClass}>
              <span
                className={cx(artClass, "grid place-items-center bg-spark-soft text-spark-deep")}
              >
                <LayoutGrid aria-hidden="true" className="size-5 sm:size-7" />
              </span>
              <span className="text-small font-semibold group-hover:underline">All skills</span>
            </Link>
          </li>
          {list.map(({ id, title }) => (
            <li key={id} className={tileClass}>
              <Link to={categoryPath(title)} className={linkClass}>
                <CategoryArt category={id} className={artClass} />
                <span className="text-small leading-tight sm:min-h-[2lh] font-semibold group-hover:underline">
                  {title}
                </span>
              </Link>
            </li>
          ))}
        </Strip>
      )}
    </Loaded>
  );
}

/** Part of the visible width scrolled by one press. */
const STEP = 0.8;

/** A row of tiles longer than the screen: swiped, or moved by arrows on a wide screen. */
function Strip({ children }: { children: ReactNode }) {
  const strip = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ before: false, after: false });
  const look = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = strip.current ?? {};
    setEnds({ before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 });
  }, []);
  useEffect(look, [look]);
  const step = (by: number) => {
    const { current } = strip;
    current?.scrollBy({ left: by * STEP * current.clientWidth });
  };
  return (
    <div className="relative">
      <ul ref={strip} onScroll={look} className={`${stripClass} motion-safe:scroll-smooth`}>
        {children}
      </ul>
      <Arrow side="left" label="Earlier categories" shown={ends.before} onPress={() => step(-1)} />
      <Arrow side="right" label="More categories" shown={ends.after} onPress={() => step(1)} />
    </div>
  );
}

interface ArrowProps {
  side: "left" | "right";
  label: string;
  /** Whether there is more on this side; a hidden arrow keeps the focus. */
  shown: boolean;
  onPress: () => void;
}

function Arrow({ side, label, shown, onPress }: ArrowProps) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      label={label}
      aria-disabled={!shown || undefined}
      onClick={shown ? onPress : undefined}
      className={cx(
        "absolute! top-5 hidden! bg-card shadow-raised transition-opacity lg:inline-grid!",
        side === "left" ? "-left-4" : "-right-4",
        !shown && "opacity-0 focus-visible:opacity-100",
      )}
    >
      <Icon aria-hidden="true" className="size-6" />
    </IconButton>
  );
}

function StripSkeleton() {
  return (
    <Loading label="Loading categories">
      <div className={`${stripClass} overflow-hidden`}>
        {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
          <div key={key} className={`${tileClass} grid justify-items-center sm:gap-1.5`}>
            <Skeleton className="h-11 w-28 rounded-full sm:aspect-4/3 sm:h-auto sm:w-full sm:rounded-m" />
            <div className="min-h-[2lh] text-small leading-tight max-sm:hidden">
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
