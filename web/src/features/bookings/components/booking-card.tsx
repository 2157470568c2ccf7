import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { ButtonLink } from "@/components/button";
import { CategoryArt } from "@/components/picture";
import { Skeleton } from "@/components/skeleton";
import { formatWhen, formatWhenInSentence } from "@/lib/format";
import type { Booking } from "../format";
import { fullName, splitText } from "../format";
import type { BookingDirection } from "../groups";
import { BookingPrice } from "./booking-price";
import { StatusBadge, StatusStripe } from "./status-badge";

const detailPaths = { inward: "/inward-details", outward: "/outward-progress" } as const;

/** The picture stands beside the text. */
const cardClass =
  "grid h-full grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] overflow-hidden rounded-m bg-card shadow-card";

/** A booking in a list: the skill, other person, time, state and price. */
export function BookingCard({ booking, side }: { booking: Booking; side: BookingDirection }) {
  const other = side === "inward" ? booking.client : booking.provider;
  const me = side === "inward" ? booking.provider : booking.client;
  const split = splitText(booking, me.id);
  return (
    <article className={`relative ${cardClass} transition-shadow hover:shadow-raised`}>
      <div className="relative">
        <CategoryArt category={booking.skill_type} className="absolute inset-0 size-full" />
        <StatusStripe status={booking.status} />
        <Avatar
          name={fullName(other)}
          photo={other.photourl}
          className="absolute! bottom-2 left-3 ring-2 ring-card"
        />
      </div>
      <div className="grid content-between gap-3 p-4">
        <div className="grid gap-0.5">
          <h3 className="font-text text-body font-bold tracking-normal">
            <Link
              to={`${detailPaths[side]}/${booking.id}`}
              className="after:absolute after:inset-0"
            >
              {booking.skill_type} {side === "inward" ? "for" : "with"} {fullName(other)}
            </Link>
          </h3>
          <p className="num text-small text-ink-2">{formatWhen(booking.booking_date)}</p>
          {booking.proposal && (
            <p className="num text-small font-semibold">
              Another time proposed: {formatWhenInSentence(booking.proposal.booking_date)}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <BookingPrice booking={booking} />
          <StatusBadge status={booking.status} />
        </div>
        {split && <p className="num text-small text-ink-2">{split}</p>}
        {booking.actions.includes("review") && (
          <ButtonLink
            to={`/review?booking=${booking.id}`}
            variant="quiet"
            size="small"
            className="z-10"
          >
            Leave a review
          </ButtonLink>
        )}
      </div>
    </article>
  );
}

export function BookingCardSkeleton() {
  return (
    <div className={cardClass}>
      <Skeleton className="h-full min-h-32 rounded-none" />
      <div className="grid content-between gap-3 p-4">
        <div className="grid gap-2">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
        <div className="flex justify-between">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-7 w-24 rounded-full" />
        </div>
      </div>
    </div>
  );
}
