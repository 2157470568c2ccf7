import { Popover } from "@base-ui/react/popover";
import type { RefObject } from "react";
import { BellPanel } from "./bell-panel";

interface BellPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Button that anchors the popover and gets the focus back. */
  bell: RefObject<HTMLButtonElement | null>;
}

/** Popover with the latest notices. */
export function BellPopover({ open, onOpenChange, bell }: BellPopoverProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The button toggles the popover itself.
        if (event.target instanceof Node && bell.current?.contains(event.target)) return;
        onOpenChange(next);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={bell}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-40"
        >
          <Popover.Popup
            finalFocus={bell}
            className="max-h-[min(32rem,80dvh)] w-[min(24rem,calc(100vw-1.5rem))] animate-rise overflow-y-auto rounded-m bg-card p-2 text-ink shadow-raised ring-1 ring-line"
          >
            <Popover.Title className="px-3 pt-2 pb-1 text-title">Notifications</Popover.Title>
            <BellPanel onChoose={() => onOpenChange(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
