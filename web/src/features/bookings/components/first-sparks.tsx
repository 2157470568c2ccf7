import { Avatar } from "@/components/avatar";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { usePages } from "@/lib/api";
import { type Booking, formatAmount, fullName } from "../format";

/** Explains sparks on the page of the first booking for which the viewer was paid in them. */
export function FirstSparks({ booking }: { booking: Booking }) {
  const { escrow, payment_method: method } = booking;
  if (escrow !== "released" || method !== "spark_token") return null;
  return <IfFirst booking={booking} />;
}

function IfFirst({ booking }: { booking: Booking }) {
  const { client, payment_method: method, price } = booking;
  const entries = usePages("/api/wallet/transactions", { query: { limit: 100 } });
  const earned = entries.data?.filter(
    ({ reason, unit }) => reason === "release" && unit === "spark",
  );
  if (entries.hasNextPage || earned?.length !== 1) return null;
  if (earned[0]?.reference !== `booking:${booking.id}`) return null;
  return (
    <Card className="grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar name={fullName(client)} photo={client.photourl} />
        <div>
          <h2 className="text-title">Your first sparks</h2>
          <p className="text-ink-2">
            {client.firstname} paid you {formatAmount(method, price)}.
          </p>
        </div>
      </div>
      <p>They are in your wallet. Spend them with anyone here, on whatever you need next.</p>
      <ButtonLink to="/explore" variant="quiet" block>
        Find someone nearby
      </ButtonLink>
    </Card>
  );
}
