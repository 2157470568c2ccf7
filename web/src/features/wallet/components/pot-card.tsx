import { HandHeart } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Sparks } from "@/components/price";
import { Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { useSession } from "@/lib/session";

/** The community's pot, and ways to give sparks away. */
export function PotCard() {
  const pot = api.useQuery("get", "/api/pot");
  // The server accepts no gifts from a delegate.
  const canGive = !useSession()?.acting;
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-title">Sparks for others</h2>
        <p className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-ink-2">
          In the community's pot:
          {pot.data ? (
            <Sparks amount={pot.data.balance} />
          ) : pot.error ? (
            "not known right now"
          ) : (
            <Skeleton className="h-5 w-12" />
          )}
        </p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        {canGive && (
          <ButtonLink to="/give-sparks" variant="quiet" size="small">
            <HandHeart aria-hidden="true" className="size-5" />
            Give sparks
          </ButtonLink>
        )}
        <ButtonLink to="/exchanges" variant="quiet" size="small">
          Past exchanges
        </ButtonLink>
        {canGive && (
          <ButtonLink
            to="/give-sparks?to=community"
            variant="quiet"
            size="small"
            className="col-span-full"
          >
            Give to the community
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
