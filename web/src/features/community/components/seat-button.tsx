import { Button } from "@/components/button";
import { useEventSeat } from "../api/use-event-seat";
import type { CommunityEvent } from "../event-words";

interface SeatButtonProps {
  event: CommunityEvent;
  size?: "small";
}

/** Button to join an event, or to leave it; nothing once it is over or cancelled. */
export function SeatButton({ event, size }: SeatButtonProps) {
  const { join, leave, busy } = useEventSeat(event);
  const { own, state, places_left, title } = event;
  if (state === "over" || state === "cancelled") return null;
  const subject = <span className="sr-only">: {title}</span>;
  if (own === "joined" || own === "waiting") {
    return (
      <Button variant="quiet" size={size} busy={busy} onClick={leave}>
        {own === "joined" ? "Leave" : "Leave the waiting list"}
        {subject}
      </Button>
    );
  }
  return (
    <Button variant="spark" size={size} busy={busy} onClick={join}>
      {places_left === 0 ? "Join the waiting list" : "Join"}
      {subject}
    </Button>
  );
}
