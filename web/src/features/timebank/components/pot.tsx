import { Loaded } from "@/components/loaded";
import { Sparks } from "@/components/price";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";

/** The sparks in the community's pot, and what they are for. */
export function Pot() {
  return (
    <Loaded
      query={api.useQuery("get", "/api/pot")}
      error="The community's pot could not be loaded."
      skeleton={
        <Loading>
          <Skeleton className="h-24 rounded-m" />
        </Loading>
      }
    >
      {({ balance }) => (
        <div className="rounded-m bg-spark-soft p-4">
          <p className="text-small font-semibold text-spark-deep">In the community's pot</p>
          <p className="font-display text-heading">
            <Sparks amount={balance} />
          </p>
          <p className="text-small text-ink-2">
            Admins pass them on to neighbours who need them, or who help everybody.
          </p>
        </div>
      )}
    </Loaded>
  );
}
