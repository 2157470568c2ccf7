import { Bell } from "lucide-react";
import { useEffect, useRef } from "react";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api } from "@/lib/api";
import { LISTS, type Notice, useMarkRead } from "./api/use-mark-read";
import { NoticeRow } from "./components/notice-row";

/** The latest notices, refetched on every opening. */
export function BellPanel({ onChoose }: { onChoose: () => void }) {
  const query = api.useQuery("get", LISTS.all, {}, { staleTime: 0 });
  useReadWhenLeft(query.data);
  return (
    <>
      <Loaded
        query={query}
        skeleton={
          <SkeletonList>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState
            title="Nothing new"
            icon={<Bell />}
            action={
              <ButtonLink to="/explore-list" variant="quiet" size="small" onClick={onChoose}>
                Look at all neighbours
              </ButtonLink>
            }
          >
            Requests, answers and new followers show up here.
          </EmptyState>
        }
      >
        {(notices) => (
          <ul className="grid gap-0.5">
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} onChoose={onChoose} short />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <ButtonLink to="/notifications" variant="quiet" block onClick={onChoose} className="mt-2">
        All notifications
      </ButtonLink>
    </>
  );
}

/** Marks the notices shown as read on unmount, and none that arrived later. */
function useReadWhenLeft(notices: readonly Notice[] | undefined) {
  const { markThese } = useMarkRead();
  const seen = useRef<() => void>(undefined);
  useEffect(() => {
    seen.current = () => notices && markThese(notices);
  });
  useEffect(() => () => seen.current?.(), []);
}
