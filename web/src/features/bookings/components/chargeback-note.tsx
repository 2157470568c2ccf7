import type { Booking } from "../format";

interface ChargebackNoteProps {
  booking: Booking;
  /** Whether the viewer is the booking's client. */
  mine: boolean;
}

/** State of a card payment that is disputed at the bank; empty for all others. */
export function ChargebackNote({ booking, mine }: ChargebackNoteProps) {
  const words = chargebackText(booking, mine);
  if (!words) return null;
  return <p className="rounded-m bg-sunk p-4 text-ink-2">{words}</p>;
}

function chargebackText(booking: Booking, mine: boolean): string | undefined {
  const { chargeback, escrow, status, client } = booking;
  const whose = mine ? "Your bank" : `${client.firstname}'s bank`;
  switch (chargeback) {
    case undefined:
      return undefined;
    case "open":
      return escrow === "held"
        ? `${whose} was asked to take the card payment back. The money stays where it is until the bank has decided: until then nobody is paid, and nobody gets it back.`
        : `${whose} was asked to take the card payment back. What was paid out before stays paid.`;
    case "won":
      return `${whose} was asked to take the card payment back, and decided against it. The payment stands.`;
    case "lost":
      if (status === "cancelled") {
        return `${whose} has taken the card payment back, so the booking has ended. If you think that this is wrong, please write to your host.`;
      }
      return mine
        ? "Your bank has taken the card payment back."
        : `${whose} has taken the card payment back. What you were paid is yours.`;
  }
}
