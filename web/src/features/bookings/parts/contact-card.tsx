import { Mail, Phone } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { Card } from "@/components/card";
import type { Schemas } from "@/lib/api";
import { fullName } from "../format";

interface ContactCardProps {
  title: string;
  person: Schemas["Party"];
  /** Whether the two have not done anything together before. */
  first: boolean;
  /** Said while their contact is not shown. */
  hidden: string;
}

const link = "inline-flex min-h-11 items-center gap-2 font-semibold break-all hover:underline";

/** The other person of a booking and, while the two may know it, how to reach them. */
export function ContactCard({ title, person, first, hidden }: ContactCardProps) {
  const { phone, email } = person;
  return (
    <Card>
      <h2 className="text-title">{title}</h2>
      <div className="mt-3 flex items-center gap-3">
        <Avatar name={fullName(person)} photo={person.photourl} />
        <div>
          <Link to={`/user-profile/${person.id}`} className="font-bold hover:underline">
            {fullName(person)}
          </Link>
          <p className="text-small text-ink-2">{person.location}</p>
        </div>
      </div>
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
        <p className="mt-3 text-small text-ink-2">{hidden}</p>
      )}
    </Card>
  );
}
