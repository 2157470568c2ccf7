import {
  BadgeCheck,
  Bell,
  CalendarDays,
  type LucideIcon,
  Sparkles,
  TriangleAlert,
  UserPlus,
} from "lucide-react";
import { Link } from "react-router";
import { Loaded } from "@/components/loaded";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import type { Schemas } from "@/lib/api";
import { formatAgo } from "@/lib/format";
import type { useNotices } from "./use-notices";

interface NoticeListProps {
  query: ReturnType<typeof useNotices>;
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

const looks: Record<Schemas["Notice"]["kind"], { icon: LucideIcon; look: string }> = {
  booking: { icon: CalendarDays, look: "bg-spark-soft text-spark-deep" },
  follower: { icon: UserPlus, look: "bg-plum-soft text-plum" },
  followee: { icon: Sparkles, look: "bg-leaf-soft text-leaf" },
  account: { icon: BadgeCheck, look: "bg-sky text-ink" },
  admin: { icon: TriangleAlert, look: "bg-danger-soft text-danger" },
};

function NoticeLink({ notice, onChoose }: { notice: Schemas["Notice"]; onChoose: () => void }) {
  const { icon: Icon, look } = looks[notice.kind];
  return (
    <Link
      to={notice.link}
      onClick={onChoose}
      className="grid grid-cols-[auto_1fr_auto] gap-x-3 rounded-s px-3 py-2.5 hover:bg-sunk"
    >
      <span className={`grid size-10 place-items-center rounded-full ${look}`}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{notice.title}</span>
        <span className="block text-small text-ink-2">{notice.description}</span>
        <span className="num block text-small text-ink-3">{formatAgo(notice.created_at)}</span>
      </span>
      <span className={`mt-2 size-2.5 rounded-full ${notice.read ? "" : "bg-spark"}`}>
        {!notice.read && <span className="sr-only">New</span>}
      </span>
    </Link>
  );
}
