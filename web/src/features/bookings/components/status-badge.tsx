import {
  Ban,
  CalendarCheck,
  CheckCheck,
  Hammer,
  Hourglass,
  type LucideIcon,
  Scale,
  ThumbsDown,
} from "lucide-react";
import { Badge } from "@/components/badge";
import { cx } from "@/lib/cx";
import { type Booking, statusName } from "../format";

type Status = Booking["status"];

interface StatusSign {
  icon: LucideIcon;
  text: string;
  /** Background class of the same colour. */
  ground: string;
}

/** Colours of the statuses, always shown with icon and name. */
const signs: Record<Status, StatusSign> = {
  pending: { icon: Hourglass, text: "text-spark-deep", ground: "bg-spark" },
  accepted: { icon: CalendarCheck, text: "text-leaf", ground: "bg-leaf" },
  in_progress: { icon: Hammer, text: "text-plum", ground: "bg-plum" },
  completed: { icon: CheckCheck, text: "text-ink", ground: "bg-ink" },
  disputed: { icon: Scale, text: "text-danger", ground: "bg-danger" },
  rejected: { icon: ThumbsDown, text: "text-ink-2", ground: "bg-ink-2" },
  cancelled: { icon: Ban, text: "text-ink-3", ground: "bg-edge" },
};

/** The icon of a status, in its colour; decorative, so name the status beside it. */
export function StatusIcon({ status, className }: { status: Status; className?: string }) {
  const { icon: Icon, text } = signs[status];
  return <Icon aria-hidden="true" className={cx(className, text)} />;
}

/** Status badge of a booking: green if accepted, else yellow; the icon has its own colour. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={status === "accepted" ? "leaf" : "spark"}>
      <StatusIcon status={status} className="size-4 shrink-0" />
      {statusName(status)}
    </Badge>
  );
}

/** A stripe in the status colour, at the left of a card. */
export function StatusStripe({ status }: { status: Status }) {
  return (
    <span
      aria-hidden="true"
      className={cx("absolute inset-y-0 left-0 w-1.5", signs[status].ground)}
    />
  );
}
