import { Link } from "react-router";
import { CategoryArt } from "@/components/picture";
import { formatWhen } from "@/lib/format";
import { type Booking, escrowText, formatHours } from "../format";
import { BookingPrice } from "../parts/booking-price";
import { ClientActions } from "../parts/client-actions";
import { InConversation } from "../parts/in-conversation";
import { ProviderActions } from "../parts/provider-actions";
import { StatusBadge, StatusStripe } from "../parts/status-badge";

interface BookingInThreadProps {
  booking: Booking;
  /** Whether the booking is the caller's own request. */
  mine: boolean;
  /** What happened to it last. */
  text: string;
  /** The booking's own page. */
  link: string;
}

/** An open booking between messages: what it is about, and what can be done now, as on its own page. */
export function BookingInThread({ booking, mine, text, link }: BookingInThreadProps) {
  const paid = escrowText(booking, mine);
  return (
    <article
      aria-label={`Booking: ${booking.skill_type}, ${formatWhen(booking.booking_date)}`}
      className="relative mx-auto my-2 grid max-w-md overflow-hidden rounded-m bg-card shadow-card ring-1 ring-line"
    >
      <StatusStripe status={booking.status} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 p-4 pl-5">
        <CategoryArt category={booking.skill_type} className="size-14 rounded-s" />
        <div className="grid gap-0.5">
          <h3 className="font-text text-body font-bold tracking-normal">
            <Link to={link} className="hover:underline">
              {booking.skill_type}
            </Link>
          </h3>
          <p className="num text-small">
            {formatWhen(booking.booking_date)} · {formatHours(booking.hours)}
          </p>
          <p className="text-small text-ink-2 wrap-anywhere">{booking.booking_location}</p>
        </div>
      </div>
      <div className="grid gap-3 px-5 pb-4">
        {booking.status === "pending" && booking.description && (
          <p className="line-clamp-3 text-small wrap-anywhere">{booking.description}</p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <StatusBadge status={booking.status} />
          <BookingPrice booking={booking} />
        </div>
        <p className="text-small text-ink-2">{[text, paid].filter(Boolean).join(". ")}.</p>
        <div className="grid gap-2.5 empty:hidden">
          <InConversation value={true}>
            {mine ? <ClientActions booking={booking} /> : <ProviderActions booking={booking} />}
          </InConversation>
        </div>
      </div>
    </article>
  );
}
