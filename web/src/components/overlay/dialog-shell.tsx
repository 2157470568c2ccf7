import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { CloseButton } from "./close-button";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Returns the element to focus first; the close button if absent. */
  initialFocus?: () => HTMLElement | null;
  children?: ReactNode;
}

/** A modal dialog: a sheet from below on a phone, a card in the middle on a wide screen. */
export function DialogShell(props: DialogProps) {
  const { open, onOpenChange, title, description, initialFocus, children } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Base.Popup
          initialFocus={initialFocus}
          className="fixed inset-x-0 bottom-0 z-50 grid max-h-[92dvh] animate-rise gap-4 overflow-y-auto has-[[data-dialog-actions]]:pb-0 tall:scroll-pb-24 rounded-t-l bg-card p-6 text-ink shadow-raised sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-l"
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-heading">{title}</Base.Title>
            <CloseButton className="-mt-2 -mr-2" />
          </div>
          {description && <Base.Description className="text-ink-2">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
