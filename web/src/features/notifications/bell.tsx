import { Bell } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { CountBadge } from "@/components/badge";
import { useUnread } from "./api/use-unread";

const load = () => import("./bell-popover");
const BellPopover = lazy(async () => ({ default: (await load()).BellPopover }));

/**
 * Bell with the number of unread notices, and a popover with the latest; closing it marks those as
 * read. The popover's code is fetched on hover or focus.
 */
export function NotificationBell() {
  const bell = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const unread = useUnread();
  // A failed fetch is repeated when the popover opens.
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
