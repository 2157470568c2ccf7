import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { cx } from "@/lib/cx";
import { formatDateAndTime, formatWhen, formatWhenInSentence } from "@/lib/format";
import { BookingPrice } from "../components/booking-price";
import { ClientNext, ClientRest } from "../components/client-actions";
import { InConversation } from "../components/in-conversation";
import { ProviderMain, ProviderRest } from "../components/provider-actions";
import { StatusIcon, StatusStripe } from "../components/status-badge";
import { type Booking, escrowText, formatHours, statusName } from "../format";

interface BookingInThreadProps {
  booking: Booking;
  /** Whether the viewer is the booking's client. */
  mine: boolean;
  /** Last change of the booking. */
  text: string;
  /** Address of the booking's page. */
  link: string;
}

/**
 * An open booking in a conversation: the last change and the next action, with the rest when
 * expanded.
 */
export function BookingInThread({ booking, mine, text, link }: BookingInThreadProps) {
  const rest = useId();
  // A proposed time, and expenses, are answered beside their message.
  const [open, setOpen] = useState(
    booking.actions.includes("accept_time") || booking.actions.includes("answer_expenses"),
  );
  const when = formatWhen(booking.booking_date);
  return (
    <article
      aria-label={`Booking: ${booking.skill_type}, ${when}`}
      className="relative mx-auto my-1 max-w-md overflow-hidden rounded-m bg-card shadow-card ring-1 ring-line"
    >
      <StatusStripe status={booking.status} />
      <h3 className="font-text text-small font-semibold tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={rest}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center gap-2.5 py-2 pr-3 pl-5 text-left hover:bg-sunk focus-visible:-outline-offset-4"
        >
          <StatusIcon status={booking.status} className="size-4 shrink-0" />
          <span className="min-w-0 flex-1">
            {text}
            {!saysWhen(text, booking) && (
              <span className="num font-normal text-ink-2"> · {when}</span>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx("size-5 shrink-0 text-ink-2 transition-transform", open && "rotate-180")}
          />
        </button>
      </h3>
      <InConversation value={true}>
        <div className="grid gap-2 px-4 pb-3 pl-5 empty:hidden">
          {mine ? <ClientNext booking={booking} /> : <ProviderMain booking={booking} />}
        </div>
        <div id={rest} hidden={!open} className="border-t border-line px-4 py-3 pl-5">
          {open && (
            <div className="grid gap-2.5">
              <Facts booking={booking} mine={mine} link={link} />
              {mine ? <ClientRest booking={booking} /> : <ProviderRest booking={booking} />}
            </div>
          )}
        </div>
      </InConversation>
    </article>
  );
}

/** Checks whether a sentence contains the booked time, as a date or as `today`. */
function saysWhen(text: string, { booking_date: date }: Booking): boolean {
  return [formatDateAndTime(date), formatWhenInSentence(date)].some((when) => text.includes(when));
}

/** Details of the booking. */
function Facts({ booking, mine, link }: Pick<BookingInThreadProps, "booking" | "mine" | "link">) {
  const { skill_type, booking_date, hours, booking_location, status, description } = booking;
  const paid = escrowText(booking, mine);
  return (
    <div className="grid gap-1 text-small">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link to={link} className="text-body font-bold hover:underline">
          {skill_type}
        </Link>
        <BookingPrice booking={booking} />
      </p>
      <p className="num">
        {formatWhen(booking_date)} · {formatHours(hours)} · {statusName(status)}
      </p>
      <p className="text-ink-2 wrap-anywhere">{booking_location}</p>
      {status === "pending" && description && (
        <p className="line-clamp-3 wrap-anywhere">{description}</p>
      )}
      {paid && <p className="text-ink-2">{paid}.</p>}
    </div>
  );
}
