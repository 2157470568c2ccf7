import { Bell } from "lucide-react";
import { Link } from "react-router";
import { Loaded } from "@/components/loaded";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import type { Schemas } from "@/lib/api";
import { formatAgo } from "@/lib/format";
import type { useNotices } from "./use-notices";

interface NoticeListProps {
  query: ReturnType<typeof useNotices>["query"];
  onChoose: () => void;
}

export function NoticeList({ query, onChoose }: NoticeListProps) {
  return (
    <Loaded
      query={query}
      skeleton={
        <SkeletonList>
          <SkeletonRow />
        </SkeletonList>
      }
      empty={
        <EmptyState title="Nothing new" icon={<Bell />}>
          Requests, answers and new followers show up here.
        </EmptyState>
      }
    >
      {(notices) => (
        <ul className="grid gap-0.5">
          {notices.map((notice) => (
            <li key={notice.id}>
              <NoticeLink notice={notice} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function NoticeLink({ notice, onChoose }: { notice: Schemas["Notice"]; onChoose: () => void }) {
  return (
    <Link
      to={notice.link}
      onClick={onChoose}
      className="grid grid-cols-[auto_1fr] gap-x-3 rounded-s px-3 py-2.5 hover:bg-sunk"
    >
      <span className={`mt-2 size-2 rounded-full ${notice.read ? "" : "bg-spark"}`}>
        {!notice.read && <span className="sr-only">New: </span>}
      </span>
      <span>
        <span className="block font-semibold">{notice.title}</span>
        <span className="block text-small text-ink-2">{notice.description}</span>
        <span className="num block text-small text-ink-3">{formatAgo(notice.created_at)}</span>
      </span>
    </Link>
  );
}
