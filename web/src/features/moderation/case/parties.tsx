import { Avatar } from "@/components/avatar";
import { ContactLinks } from "@/components/contact-links";
import { PersonLink } from "@/components/person-link";
import type { Schemas } from "@/lib/api";

/** The two parties, with their contact details. */
export function Parties({ client, provider }: Pick<Schemas["DisputeCase"], "client" | "provider">) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      <Party person={client} part="Booked" />
      <Party person={provider} part="Was booked" />
    </ul>
  );
}

function Party({ person, part }: { person: Schemas["Party"]; part: string }) {
  const { id, firstname, lastname } = person;
  const name = `${firstname} ${lastname}`;
  return (
    <li className="grid content-start gap-1 rounded-s bg-sunk p-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} photo={person.photourl} />
        <div className="min-w-0">
          <p className="text-small text-ink-2">{part}</p>
          <PersonLink
            id={person.left ? undefined : id}
            className="font-bold wrap-anywhere hover:underline"
          >
            {name}
          </PersonLink>
        </div>
      </div>
      <ContactLinks person={person} />
    </li>
  );
}
