import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { Loading, SkeletonCard } from "@/components/skeleton";

const columns = "grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3";
const PLACEHOLDERS = 6;

interface Listed {
  id: string;
}

interface CardGridProps<Item extends Listed> {
  items: readonly Item[];
  card: (item: Item) => ReactNode;
  /** The list's paging, for the button under it. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Cards side by side as far as the screen is wide, and a button for the next page. */
export function CardGrid<Item extends Listed>({ items, card, list }: CardGridProps<Item>) {
  return (
    <>
      <ul className={columns}>
        {items.map((item) => (
          <li key={item.id}>{card(item)}</li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-6 text-center">
          <Button
            variant="quiet"
            busy={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** The shape of such a list while it is coming. */
export function CardGridSkeleton() {
  return (
    <Loading>
      <div className={columns}>
        {Array.from({ length: PLACEHOLDERS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes in a fixed number
          <SkeletonCard key={index} />
        ))}
      </div>
    </Loading>
  );
}
