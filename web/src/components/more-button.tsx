import type { ReactNode } from "react";
import { Button } from "./button";

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** As wide as its container. */
  block?: boolean;
  className?: string;
  children?: ReactNode;
}

/** Button that loads the next page of a list; hidden on the last page. */
export function MoreButton({
  list,
  block = true,
  className = "mt-4",
  children = "Show more",
}: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      block={block}
      className={className}
      busy={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
