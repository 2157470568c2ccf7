import {
  BadgeCheck,
  CalendarDays,
  type LucideIcon,
  Sparkles,
  TriangleAlert,
  UserPlus,
} from "lucide-react";
import { Link } from "react-router";
import { cx } from "@/lib/cx";
import { formatAgo } from "@/lib/format";
import { useSwitchedOff } from "@/lib/module-context";
import type { Notice } from "../api/use-mark-read";

const kindIcons: Record<Notice["kind"], { icon: LucideIcon; className: string }> = {
  booking: { icon: CalendarDays, className: "bg-spark-soft text-spark-deep" },
  follower: { icon: UserPlus, className: "bg-plum-soft text-plum" },
  followee: { icon: Sparkles, className: "bg-leaf-soft text-leaf" },
  account: { icon: BadgeCheck, className: "bg-sky text-ink" },
  admin: { icon: TriangleAlert, className: "bg-danger-soft text-danger" },
};

interface NoticeRowProps {
  notice: Notice;
  onChoose: () => void;
  /** Whether space is short: details are left to the linked page. */
  short?: boolean;
}

/** A notice that links to its subject, unless that part of the site is switched off. */
export function NoticeRow({ notice, onChoose, short }: NoticeRowProps) {
  const { icon: Icon, className } = kindIcons[notice.kind];
  const off = useSwitchedOff(notice.link);
  const row =
    "grid w-full grid-cols-[auto_1fr] gap-x-3 rounded-s px-3 py-2.5 text-left hover:bg-sunk";
  const content = (
    <>
      <span className={`relative grid size-10 place-items-center rounded-full ${className}`}>
        <Icon aria-hidden="true" className="size-5" />
        {!notice.read && (
          <span className="absolute -top-0.5 -right-0.5 size-3 rounded-full bg-spark ring-2 ring-card">
            <span className="sr-only">New</span>
          </span>
        )}
      </span>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{notice.title}</span>
        <span
          className={cx("text-small text-ink-2 wrap-anywhere", short ? "line-clamp-3" : "block")}
        >
          {notice.description}
        </span>
        <span className="num block text-small text-ink-3">{formatAgo(notice.created_at)}</span>
      </span>
    </>
  );
  return off ? (
    <button type="button" onClick={onChoose} className={row}>
      {content}
    </button>
  ) : (
    <Link to={notice.link} onClick={onChoose} className={row}>
      {content}
    </Link>
  );
}
