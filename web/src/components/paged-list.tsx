import type { ComponentProps, Key, ReactNode } from "react";
import { Loaded } from "./loaded";
import { MoreButton } from "./more-button";
import { SkeletonList, SkeletonRow } from "./skeleton";

type LoadedProps<Item> = ComponentProps<typeof Loaded<Item[]>>;

interface PagedListProps<Item> extends Pick<LoadedProps<Item>, "error" | "empty"> {
  list: LoadedProps<Item>["query"] & ComponentProps<typeof MoreButton>["list"];
  /** Number of rows that are shown while loading. */
  placeholders: number;
  /** Cards with space between them, instead of rows with lines. */
  cards?: boolean;
  keyOf: (item: Item) => Key;
  /** Form of the button that loads more. */
  more?: Pick<ComponentProps<typeof MoreButton>, "block" | "className">;
  children: (item: Item) => ReactNode;
}

/** A list of the API, loaded page by page. */
export function PagedList<Item>({
  list,
  placeholders,
  error,
  empty,
  cards,
  keyOf,
  more,
  children,
}: PagedListProps<Item>) {
  return (
    <>
      <Loaded
        query={list}
        error={error}
        empty={empty}
        skeleton={
          <SkeletonList count={placeholders}>
            <SkeletonRow />
          </SkeletonList>
        }
      >
        {(items) => (
          <ul className={cards ? "grid gap-4" : "divide-y divide-line"}>
            {items.map((item) => (
              <li key={keyOf(item)}>{children(item)}</li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={list} {...more} />
    </>
  );
}
