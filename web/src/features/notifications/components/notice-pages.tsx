import { Bell } from "lucide-react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { usePages } from "@/lib/api";
import { LISTS, type ListName, type Notice, useMarkRead } from "../api/use-mark-read";
import { byDay } from "./folded";
import { NoticeFold } from "./notice-fold";

const kinds: Record<ListName, Notice["kind"] | undefined> = {
  all: undefined,
  bookings: "booking",
  followers: "follower",
  following: "followee",
};
const emptyTexts: Record<ListName, string> = {
  all: "Requests, answers and new followers show up here.",
  bookings: "Changes to your bookings show up here.",
  followers: "When somebody follows you, it shows up here.",
  following: "When people you follow offer something new, it shows up here.",
};

/** A list of notices, by day, with paging. */
export function NoticePages({ list }: { list: ListName }) {
  const pages = usePages(LISTS[list]);
  const { markThese, markUpTo, busy } = useMarkRead();
  const items = pages.data ?? [];
  const hasNew = items.some(({ read }) => !read);
  return (
    <>
      <Loaded
        query={pages}
        error="Your notifications could not be loaded."
        skeleton={
          <SkeletonList count={5}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState icon={<Bell />} title="Nothing here yet">
            {emptyTexts[list]}
          </EmptyState>
        }
      >
        {(notices) => (
          <div className="grid gap-5">
            {hasNew && (
              <Button
                variant="quiet"
                size="small"
                busy={busy}
                className="justify-self-start"
                onClick={() => markUpTo(notices, kinds[list])}
              >
                Mark all as read
              </Button>
            )}
            {byDay(notices).map(({ name, folds }) => (
              <section key={name} aria-label={name}>
                <h2 className="mb-2 text-title">{name}</h2>
                <Card className="p-2!">
                  <ul className="divide-y divide-line">
                    {folds.map((fold) => (
                      <li key={fold.newest.id} className="py-1">
                        <NoticeFold fold={fold} onRead={markThese} />
                      </li>
                    ))}
                  </ul>
                </Card>
              </section>
            ))}
          </div>
        )}
      </Loaded>
      <MoreButton list={pages} />
    </>
  );
}
