import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

export interface MenuItem {
  label: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  items: MenuItem[];
}

/** A short list of actions that opens from a button. */
export function Menu({ trigger, items }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="z-50">
          <Base.Popup className="min-w-48 animate-rise rounded-m bg-card p-1.5 text-ink shadow-raised ring-1 ring-line">
            {items.map((item, index) => (
              <Base.Item
                // biome-ignore lint/suspicious/noArrayIndexKey: the items of an open menu do not move
                key={index}
                disabled={item.disabled}
                onClick={item.onSelect}
                className={`flex min-h-11 cursor-pointer items-center gap-2 rounded-s px-3 font-medium outline-none data-disabled:opacity-50 data-highlighted:bg-sunk ${item.danger ? "text-danger" : ""}`}
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
