import { Popover } from "@base-ui/react/popover";
import { Bell } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { CountBadge } from "@/components/chip";
import { useUnread } from "./use-unread";

const Panel = lazy(async () => ({ default: (await import("./bell-panel")).BellPanel }));

/** The bell with its count, and the latest notices under it. Closing it marks those as read. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const unread = useUnread();

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={unread > 0 ? `Notifications, ${unread} new` : "Notifications"}
        className="relative grid size-11 place-items-center rounded-full hover:bg-sunk"
      >
        <Bell aria-hidden="true" className="size-6" />
        <CountBadge count={unread} className="absolute top-1 right-0.5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={8} className="z-40">
          <Popover.Popup className="max-h-[min(32rem,80dvh)] w-[min(24rem,calc(100vw-1.5rem))] animate-rise overflow-y-auto rounded-m bg-card p-2 text-ink shadow-raised ring-1 ring-line">
            <Popover.Title className="px-3 pt-2 pb-1 text-title">Notifications</Popover.Title>
            <Suspense>
              <Panel onChoose={() => setOpen(false)} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
