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
import { Badge } from "@/components/chip";
import { cx } from "@/lib/cx";
import { type Booking, statusName } from "../format";

type Status = Booking["status"];

interface StatusSign {
  icon: LucideIcon;
  text: string;
  /** The same colour as a ground. */
  ground: string;
}

/** A colour for each status, never without its picture and its word. */
const signs: Record<Status, StatusSign> = {
  pending: { icon: Hourglass, text: "text-spark-deep", ground: "bg-spark" },
  accepted: { icon: CalendarCheck, text: "text-leaf", ground: "bg-leaf" },
  in_progress: { icon: Hammer, text: "text-plum", ground: "bg-plum" },
  completed: { icon: CheckCheck, text: "text-ink", ground: "bg-ink" },
  disputed: { icon: Scale, text: "text-danger", ground: "bg-danger" },
  rejected: { icon: ThumbsDown, text: "text-ink-2", ground: "bg-ink-2" },
  cancelled: { icon: Ban, text: "text-ink-3", ground: "bg-edge" },
};

/** The picture of a status, in its colour; decorative, so say the status beside it. */
export function StatusIcon({ status, className }: { status: Status; className?: string }) {
  const { icon: Icon, text } = signs[status];
  return <Icon aria-hidden="true" className={cx(className, text)} />;
}

/** The status of a booking: green once it is accepted, yellow otherwise; its picture has a colour of its own. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={status === "accepted" ? "leaf" : "spark"}>
      <StatusIcon status={status} className="size-4 shrink-0" />
      {statusName(status)}
    </Badge>
  );
}

/** A stripe in the colour of a status, at the left of a card. */
export function StatusStripe({ status }: { status: Status }) {
  return (
    <span
      aria-hidden="true"
      className={cx("absolute inset-y-0 left-0 w-1.5", signs[status].ground)}
    />
  );
}
