import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { Loading, SkeletonCard } from "@/components/skeleton";

const columns = {
  wide: "grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3",
  narrow: "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1",
};
const PLACEHOLDERS = 6;

interface Listed {
  id: string;
}

export interface CardGridProps<Item extends Listed> {
  items: readonly Item[];
  card: (item: Item) => ReactNode;
  /** Paging of the list, for the button below it. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Leaves space beside the grid on a wide screen. */
  narrow?: boolean;
}

/** Cards in as many columns as fit, and a button for the next page. */
export function CardGrid<Item extends Listed>(props: CardGridProps<Item>) {
  const { items, card, list, narrow } = props;
  return (
    <>
      <ul className={narrow ? columns.narrow : columns.wide}>
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

/** Placeholder of the grid while loading. */
export function CardGridSkeleton({ narrow }: { narrow?: boolean }) {
  return (
    <Loading>
      <div className={narrow ? columns.narrow : columns.wide}>
        {Array.from({ length: PLACEHOLDERS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes in a fixed number
          <SkeletonCard key={index} />
        ))}
      </div>
    </Loading>
  );
}
