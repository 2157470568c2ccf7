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
import { ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import type { Schemas } from "@/lib/api";
import { formatAgo } from "@/lib/format";
import type { useNotifications } from "./use-notifications";

interface NotificationListProps {
  query: ReturnType<typeof useNotifications>;
  onChoose: () => void;
}

export function NotificationList({ query, onChoose }: NotificationListProps) {
  return (
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
              <NotificationLink notice={notice} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

const kindIcons: Record<Schemas["Notice"]["kind"], { icon: LucideIcon; className: string }> = {
  booking: { icon: CalendarDays, className: "bg-spark-soft text-spark-deep" },
  follower: { icon: UserPlus, className: "bg-plum-soft text-plum" },
  followee: { icon: Sparkles, className: "bg-leaf-soft text-leaf" },
  account: { icon: BadgeCheck, className: "bg-sky text-ink" },
  admin: { icon: TriangleAlert, className: "bg-danger-soft text-danger" },
};

function NotificationLink({
  notice,
  onChoose,
}: {
  notice: Schemas["Notice"];
  onChoose: () => void;
}) {
  const { icon: Icon, className } = kindIcons[notice.kind];
  return (
    <Link
      to={notice.link}
      onClick={onChoose}
      className="grid grid-cols-[auto_1fr_auto] gap-x-3 rounded-s px-3 py-2.5 hover:bg-sunk"
    >
      <span className={`grid size-10 place-items-center rounded-full ${className}`}>
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
