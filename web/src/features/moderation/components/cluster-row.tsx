import { Badge } from "@/components/badge";
import type { Schemas } from "@/lib/api";
import { formatMoney, formatSparks, formatWhen } from "@/lib/format";
import { MemberRow } from "./member-row";
import { useMemberDialog } from "./use-member-dialog";

type Cluster = Schemas["Cluster"];
type SharedDetails = Cluster["members"][number]["shares"];

const shared: Record<SharedDetails, string | undefined> = {
  device: "Same device",
  network: "Same network",
  nothing: undefined,
};

/** Members who deal only with each other, what they share, and their volume. */
export function ClusterRow({ cluster }: { cluster: Cluster }) {
  const { manage, dialog } = useMemberDialog();
  return (
    <div className="py-3">
      <p className="num text-small text-ink-2">{exchangeSummary(cluster)}</p>
      <ul>
        {cluster.members.map(({ member, shares }) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-3">
            <div className="min-w-0 flex-1">
              <MemberRow member={member} onManage={manage} />
            </div>
            {shared[shares] && <Badge tone="spark">{shared[shares]}</Badge>}
          </li>
        ))}
      </ul>
      {dialog}
    </div>
  );
}

/** Returns `3 bookings among them, £20.00 and 5 sparks, the latest Mon 2 Mar, 18:21`. */
export function exchangeSummary({ bookings, cash, tokens, latest }: Cluster): string {
  const paid = [
    cash > 0 ? formatMoney(cash) : undefined,
    tokens > 0 ? `${formatSparks(tokens)} ${tokens === 1 ? "spark" : "sparks"}` : undefined,
  ].filter((part) => part !== undefined);
  const count = `${bookings} ${bookings === 1 ? "booking" : "bookings"} among them`;
  return [count, paid.join(" and "), `the latest ${formatWhen(latest)}`]
    .filter((part) => part !== "")
    .join(", ");
}
