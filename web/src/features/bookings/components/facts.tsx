import { Check, Copy, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { IconButton } from "@/components/button";
import { Card } from "@/components/card";
import { formatMoney, formatWhen } from "@/lib/format";
import { pointOf } from "@/lib/places";
import { useModule } from "@/lib/site";
import { useCopy } from "@/lib/use-copy";
import { useOwnId } from "../api/use-booking";
import { type Booking, cancelText, formatHours, methodName } from "../format";
import { PlaceMap } from "../place/place-map";
import { AddToCalendar } from "./add-to-calendar";
import { BookingFile } from "./booking-file";
import { BookingPrice } from "./booking-price";

interface RequestFactsProps {
  booking: Booking;
  /** Remark about the place. */
  note?: string | undefined;
}

/** The client's request. */
export function RequestFacts({ booking, note }: RequestFactsProps) {
  return (
    <dl className="grid gap-4">
      {booking.need_id && <NeedFact booking={booking} id={booking.need_id} />}
      <Fact label="Message">
        <span className="whitespace-pre-line">{booking.description}</span>
      </Fact>
      <Fact label="Where">
        <BookingLocation booking={booking} />
        {note && <span className="block text-small text-ink-2">{note}</span>}
      </Fact>
      {booking.file_url && (
        <Fact label="Picture">
          <BookingFile id={booking.id} />
        </Fact>
      )}
    </dl>
  );
}

/** The need on the board from which the booking came. */
function NeedFact({ booking, id }: { booking: Booking; id: string }) {
  const hasBoard = useModule("community");
  return (
    <Fact label="From the board of needs">
      {hasBoard ? (
        <Link
          to={`/needs/${id}`}
          className="inline-flex min-h-6 items-center font-semibold text-leaf underline-offset-3 wrap-anywhere hover:underline"
        >
          {booking.title}
        </Link>
      ) : (
        booking.title
      )}
    </Fact>
  );
}

/** Further details of a booking, one fact after the other. */
export function BookingFacts({ booking }: { booking: Booking }) {
  const ownId = useOwnId();
  return (
    <Card>
      <h2 className="text-title">{booking.title}</h2>
      <dl className="mt-3 grid gap-4 sm:grid-cols-2">
        <Fact label="When">
          <span className="num">
            {formatWhen(booking.booking_date)}, for {formatHours(booking.hours)}
          </span>
          <AddToCalendar booking={booking} />
        </Fact>
        <Fact label="Booking ID">
          <span className="flex items-center gap-1">
            <span className="num">{booking.id}</span>
            <CopyButton text={String(booking.id)} />
          </span>
        </Fact>
        <Fact label="Payment method">{methodName(booking.payment_method)}</Fact>
        <Fact label="Price">
          <BookingPrice booking={booking} />
          <ReceiptLink booking={booking} />
        </Fact>
        {booking.expenses_cap > 0 && (
          <Fact label="Expenses agreed">
            <span className="num">up to {formatMoney(booking.expenses_cap)}</span>
          </Fact>
        )}
        {booking.full_refund_until && booking.booking_user_id === ownId && (
          <Fact label="Cancelling">
            {cancelText(booking.cancellation_policy, booking.full_refund_until)}
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/**
 * Link to the receipt; without the wallet, no booking has an escrow. There is none for a payment that
 * the bank has taken back before it was settled.
 */
function ReceiptLink({ booking: { id, escrow, chargeback, status } }: { booking: Booking }) {
  if (escrow === "held" || escrow === "none") return null;
  if (chargeback === "lost" && status === "cancelled") return null;
  return (
    <Link
      to={`/receipt/${id}`}
      className="flex min-h-11 items-center gap-1.5 text-small font-semibold text-leaf hover:underline"
    >
      Receipt
    </Link>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function BookingLocation({ booking }: { booking: Booking }) {
  const { booking_location: place, booking_lat: lat, booking_lon: lon } = booking;
  if (!place) return "Not given";
  const point = pointOf({ lat, lon });
  const map = point
    ? `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`
    : `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`;
  return (
    <>
      {place}
      {point && <PlaceMap place={point} />}
      <a
        href={map}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 items-center gap-1.5 text-small font-semibold text-leaf hover:underline"
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        Open in OpenStreetMap
      </a>
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  if (!copy) return null;
  const Icon = copied ? Check : Copy;
  return (
    <>
      <IconButton label="Copy booking ID" onClick={() => copy(text)}>
        <Icon aria-hidden="true" className="size-4" />
      </IconButton>
      <span role="status" className="text-small text-ink-2">
        {copied && "Copied"}
      </span>
    </>
  );
}
