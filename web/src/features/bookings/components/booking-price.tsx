import { Price } from "@/components/price";
import type { Booking } from "../format";

type PricedBooking = Pick<Booking, "price" | "payment_method">;

/** The price of a booking, in its payment method. */
export function BookingPrice({
  booking,
  className,
}: {
  booking: PricedBooking;
  className?: string;
}) {
  return booking.payment_method === "spark_token" ? (
    <Price sparks={booking.price} className={className} />
  ) : (
    <Price pounds={booking.price} className={className} />
  );
}
