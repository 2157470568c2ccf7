import { Card } from "@/components/card";
import { ContactLinks } from "@/components/contact-links";
import type { Schemas } from "@/lib/api";
import type { Booking } from "../format";

interface ContactCardProps {
  title: string;
  person: Schemas["Party"];
  /** Whether this is the first booking between the two. */
  first: boolean;
  /** Status of the booking; it explains why contact details may be hidden. */
  status: Booking["status"];
}

/** Contact details of the other person of a booking, while the viewer may see them. */
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
