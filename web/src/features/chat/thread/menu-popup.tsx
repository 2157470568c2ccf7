import { Popover } from "@base-ui/react/popover";
import type { RefObject } from "react";

/** An item of a menu. */
export interface MenuEntry {
  name: string;
  onChoose: () => void;
}

interface MenuPopupProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Button that anchors the menu and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  entries: readonly MenuEntry[];
}

/** Menu of a message, beside the button that opens it. */
export function MenuPopup({ open, onOpenChange, button, entries }: MenuPopupProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The button toggles the menu itself.
        if (event.target instanceof Node && button.current?.contains(event.target)) return;
        onOpenChange(next);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={button} sideOffset={4} collisionPadding={12} className="z-40">
          <Popover.Popup
            aria-label="Message options"
            finalFocus={button}
            className="grid min-w-48 animate-rise rounded-m bg-card p-1.5 text-ink shadow-raised ring-1 ring-line"
          >
            {entries.map(({ name, onChoose }) => (
              <button
                key={name}
                type="button"
                onClick={() => {
                  onOpenChange(false);
                  onChoose();
                }}
                className="min-h-11 rounded-s px-3 text-left hover:bg-sunk focus-visible:-outline-offset-3"
              >
                {name}
              </button>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
