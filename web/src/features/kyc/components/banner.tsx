import { CircleCheck, X } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/button";

const SECONDS_MS = 3_000;

/** Last action: the banner disappears after a deletion and stays after an upload. */
export type Done = "deleted" | "uploaded" | null;

/** Remembers the last action while its banner shows. */
export function useBanner() {
  const [done, setDone] = useState<{ what: Done }>({ what: null });
  useEffect(() => {
    if (done.what !== "deleted") return;
    const timer = setTimeout(() => setDone({ what: null }), SECONDS_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return { done: done.what, show: (what: Done) => setDone({ what }) };
}

interface BannerProps {
  done: Done;
  onClose: () => void;
}

export function Banner({ done, onClose }: BannerProps) {
  return (
    <div role="status">
      {done && (
        <p className="flex items-center gap-3 rounded-m bg-leaf-soft py-1.5 pr-1.5 pl-4 font-semibold text-leaf">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          <span className="flex-1">Operation completed successfully!</span>
          <IconButton label="Close" onClick={onClose} className="text-leaf">
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </p>
      )}
    </div>
  );
}
