import type { ReactNode } from "react";

/** A dialog's buttons, at its end: they stay in view while the content above scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-actions
      className="tall:sticky bottom-0 z-10 -mx-6 flex flex-wrap justify-end gap-3 bg-card px-6 pt-3 pb-6"
    >
      {children}
    </div>
  );
}
