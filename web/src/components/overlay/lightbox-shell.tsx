import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { CloseButton } from "./close-button";

export interface LightboxProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** One or more pictures over the whole screen. */
export function LightboxShell({ open, onOpenChange, title, children }: LightboxProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Popup
          // Makes the arrow keys work at once.
          initialFocus={() => content.current?.querySelector<HTMLElement>("[tabindex]") ?? null}
          className="fixed inset-0 z-50 grid grid-rows-[auto_1fr] bg-paper text-ink"
        >
          <div className="flex min-h-14 items-center justify-between gap-4 pr-2 pl-4">
            <Base.Title className="truncate text-title">{title}</Base.Title>
            <CloseButton />
          </div>
          <div ref={content} className="min-h-0">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
