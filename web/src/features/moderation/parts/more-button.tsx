import { Button } from "@/components/button";

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of a list that goes on. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      block
      className="mt-4"
      busy={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
