import { UserRound } from "lucide-react";
import { Button } from "@/components/button";
import { actFor, useSession } from "@/lib/session";

/** Strip above every screen while the person acts for a member. */
export function ActingBanner() {
  const acting = useSession()?.acting;
  if (!acting) return null;
  return (
    <section
      aria-label="Acting for somebody else"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-plum-soft px-4 py-2 text-plum"
    >
      <p className="flex min-w-0 items-center gap-2 font-semibold">
        <UserRound aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">You act for {acting.name}</span>
      </p>
      <Button size="small" variant="quiet" onClick={() => actFor(null)}>
        Stop
      </Button>
    </section>
  );
}
