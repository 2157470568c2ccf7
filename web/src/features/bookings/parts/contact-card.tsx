import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import type { Booking } from "../format";
import { ContactLinks } from "./contact-links";

interface ContactCardProps {
  title: string;
  person: Schemas["Party"];
  /** Whether the two have not done anything together before. */
  first: boolean;
  /** Of the booking: it says why their contact may not be shown. */
  status: Booking["status"];
}

/** How to reach the other person of a booking, while the two may know it. */
export function ContactCard({ title, person, first, status }: ContactCardProps) {
  const { phone, email } = person;
  return (
    <Card>
      <h2 className="text-title">{title}</h2>
      {first && (
        <p className="mt-3 rounded-s bg-sunk px-4 py-2.5 text-small">
          This is the first booking between you and {person.firstname}.
        </p>
      )}
      {phone || email ? (
        <div className="mt-2 grid justify-items-start">
          <ContactLinks person={person} />
        </div>
      ) : (
        <p className="mt-2 text-small text-ink-2">
          {status === "pending"
            ? `You see how to reach ${person.firstname} after the request is accepted.`
            : "Contact details are shown from acceptance until 30 days after the booking has closed."}
        </p>
      )}
    </Card>
  );
}
