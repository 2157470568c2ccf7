import { Bell } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { CountBadge } from "@/components/chip";
import { useUnread } from "./use-unread";

const load = () => import("./bell-popover");
const BellPopover = lazy(async () => ({ default: (await load()).BellPopover }));

/**
 * The bell with its count, and the latest notices under it. Closing it marks those as read. What
 * hangs under it is fetched when somebody is about to press it.
 */
export function NotificationBell() {
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const unread = useUnread();
  // One that fails now is fetched again when it opens.
  const prepare = () => load().catch(() => undefined);

  return (
    <>
      <button
        type="button"
        ref={bell}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={unread > 0 ? `Notifications, ${unread} new` : "Notifications"}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setNeeded(true);
          setOpen(!open);
        }}
        className="relative grid size-11 place-items-center rounded-full hover:bg-sunk"
      >
        <Bell aria-hidden="true" className="size-6" />
        <CountBadge count={unread} className="absolute top-1 right-0.5" />
      </button>
      {needed && (
        <Suspense>
          <BellPopover open={open} onOpenChange={setOpen} bell={bell} />
        </Suspense>
      )}
    </>
  );
}
