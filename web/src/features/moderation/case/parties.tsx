import { Mail, Phone } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import type { Schemas } from "@/lib/api";

const reach = "inline-flex min-h-11 items-center gap-2 font-semibold break-all hover:underline";

/** The two parties, and how to reach them. */
export function Parties({ client, provider }: Pick<Schemas["DisputeCase"], "client" | "provider">) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      <Party person={client} part="Client" />
      <Party person={provider} part="Provider" />
    </ul>
  );
}

function Party({ person, part }: { person: Schemas["Party"]; part: string }) {
  const { id, firstname, lastname, phone, email } = person;
  const name = `${firstname} ${lastname}`;
  return (
    <li className="grid content-start gap-1 rounded-s bg-sunk p-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} photo={person.photourl} />
        <div className="min-w-0">
          <p className="text-small text-ink-2">{part}</p>
          <Link to={`/user-profile/${id}`} className="font-bold wrap-anywhere hover:underline">
            {name}
          </Link>
        </div>
      </div>
      {phone && (
        <a href={`tel:${phone.replace(/\s/g, "")}`} className={reach}>
          <Phone aria-hidden="true" className="size-5 shrink-0 text-leaf" />
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={reach}>
          <Mail aria-hidden="true" className="size-5 shrink-0 text-leaf" />
          {email}
        </a>
      )}
    </li>
  );
}
