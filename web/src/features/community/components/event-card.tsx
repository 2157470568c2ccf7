import { Link } from "react-router";
import { Card } from "@/components/card";
import { type CommunityEvent, eventTime, placesInWords } from "../event-words";
import { DateTile } from "./date-tile";
import { EventState } from "./event-state";
import { SeatButton } from "./seat-button";

/** An event in a list. The whole card leads to it; the button joins or leaves it. */
export function EventCard({ event }: { event: CommunityEvent }) {
  const { id, title, place, starts_at } = event;
  return (
    <Card className="relative grid gap-3 transition-shadow hover:shadow-raised">
      <div className="flex gap-4">
        <DateTile at={starts_at} />
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <h3 className="min-w-0 text-title wrap-anywhere">
              <Link to={`/community/events/${id}`} className="after:absolute after:inset-0">
                {title}
              </Link>
            </h3>
            <EventState event={event} />
          </div>
          <p className="num text-small text-ink-2">{eventTime(event)}</p>
          <p className="text-small text-ink-2 wrap-anywhere">{place}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num text-small font-semibold">{placesInWords(event)}</p>
        <div className="relative z-1">
          <SeatButton event={event} size="small" />
        </div>
      </div>
    </Card>
  );
}
