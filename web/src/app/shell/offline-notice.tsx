import { WifiOff } from "lucide-react";
import { useOnline } from "@/lib/online";

export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-spark-soft px-4 py-2 text-small font-semibold text-spark-deep">
          <WifiOff aria-hidden="true" className="size-4" />
          You're offline
        </p>
      )}
    </div>
  );
}
