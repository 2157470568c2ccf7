import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { cx } from "@/lib/cx";

/** Close button in the corner of an overlay. */
export function CloseButton({ className }: { className?: string }) {
  return (
    <Base.Close
      aria-label="Close"
      className={cx(
        "grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk",
        className,
      )}
    >
      <X aria-hidden="true" className="size-5" />
    </Base.Close>
  );
}
