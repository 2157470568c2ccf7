import { useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Dialog } from "@/components/overlay";
import { formatWhenInSentence } from "@/lib/format";
import type { Booking } from "../format";

const sentTexts: Record<Booking["payment_method"], string> = {
  wallet: "Wallet payment successful!",
  spark_token: "SparkToken payment successful!",
  card: "Wallet payment successful!",
  none: "Request sent!",
};

/** Says that the request is on its way, and what happens next. */
export function SentDialog({ booking }: { booking: Booking | null }) {
  const navigate = useNavigate();
  const toBookings = () => navigate("/bookings?tab=outward");
  return (
    <Dialog
      open={booking !== null}
      onOpenChange={(open) => !open && toBookings()}
      title={booking ? sentTexts[booking.payment_method] : ""}
      description={
        booking &&
        `Your request is on its way to ${booking.provider.firstname}, who has until ${formatWhenInSentence(booking.due_at ?? booking.booking_date)} to answer. You can cancel it until then.`
      }
    >
      <img src="/art/success.svg" alt="" width={200} height={150} className="mx-auto h-32 w-auto" />
      <div className="flex flex-wrap gap-3">
        {booking && (
          <ButtonLink to={`/outward-progress/${booking.id}`} variant="quiet" className="flex-1">
            See this booking
          </ButtonLink>
        )}
        <Button variant="spark" className="flex-1" onClick={toBookings}>
          Go to Bookings
        </Button>
      </div>
    </Dialog>
  );
}
