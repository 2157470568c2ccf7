import { Mail, Phone } from "lucide-react";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import type { Booking } from "../format";

interface ContactCardProps {
  title: string;
  person: Schemas["Party"];
  /** Whether the two have not done anything together before. */
  first: boolean;
  /** Of the booking: it says why their contact may not be shown. */
  status: Booking["status"];
}

const link = "inline-flex min-h-11 items-center gap-2 font-semibold break-all hover:underline";

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
          {phone && (
            <a href={`tel:${phone.replace(/\s/g, "")}`} className={link}>
              <Phone aria-hidden="true" className="size-5 shrink-0 text-leaf" />
              {phone}
            </a>
          )}
          {email && (
            <a href={`mailto:${email}`} className={link}>
              <Mail aria-hidden="true" className="size-5 shrink-0 text-leaf" />
              {email}
            </a>
          )}
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
