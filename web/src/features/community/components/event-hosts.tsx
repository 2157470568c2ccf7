import { Avatar } from "@/components/avatar";
import { Card } from "@/components/card";
import type { CommunityEvent } from "../event-words";
import { PersonLocation } from "./person-location";
import { RowLink } from "./row-link";

/** The members who host an event or help with it; nothing without any. */
export function EventHosts({ event: { hosts } }: { event: CommunityEvent }) {
  if (hosts.length === 0) return null;
  return (
    <Card>
      <h2 className="text-title">Who makes it happen</h2>
      <ul className="mt-2 divide-y divide-line">
        {hosts.map(({ person, role, is_thanked }) => (
          <RowLink
            key={person.id}
            to={`/user-profile/${person.id}`}
            title={person.name}
            picture={<Avatar name={person.name} photo={person.photourl} />}
          >
            <span>{role === "host" ? "Host" : "Helper"}</span>
            <PersonLocation person={person} />
            {is_thanked && <span>Thanked with sparks</span>}
          </RowLink>
        ))}
      </ul>
    </Card>
  );
}
