import { Link } from "react-router";
import { Avatar } from "@/components/avatar";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { RequireModule } from "@/components/require-module";
import type { Schemas } from "@/lib/api";
import { bookingPath } from "@/lib/booking/path";
import { firstnameOf, formatAgo } from "@/lib/format";
import { PersonLocation } from "./person-location";

type Need = Schemas["Need"];

/** The neighbours who answered, with the ways to reply: a message, and a booking. */
export function WhoAnswered({ need }: { need: Need }) {
  const { helpers, state } = need;
  return (
    <Card>
      <h2 className="text-title">Neighbours who can help</h2>
      {helpers.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {helpers.map((helper) => (
            <li key={helper.person.id}>
              <HelperRow helper={helper} need={need} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-ink-2">
          {state === "open"
            ? "Nobody has answered yet. You are notified as soon as somebody does."
            : "Nobody answered."}
        </p>
      )}
    </Card>
  );
}

interface HelperRowProps {
  helper: Need["helpers"][number];
  need: Need;
}

function HelperRow({ helper: { person, answered_at, skill_id }, need }: HelperRowProps) {
  const firstname = firstnameOf(person.name);
  const { id, state, category_title } = need;
  return (
    <div className="flex flex-wrap items-center gap-3 py-3">
      <Avatar name={person.name} photo={person.photourl} />
      <div className="min-w-0 flex-1 basis-40">
        <Link
          to={`/user-profile/${person.id}`}
          className="inline-flex min-h-6 items-center font-bold underline-offset-3 wrap-anywhere hover:underline"
        >
          {person.name}
        </Link>
        <p className="num flex flex-wrap gap-x-3 text-small text-ink-2">
          <PersonLocation person={person} />
          <span>{formatAgo(answered_at)}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <RequireModule name="chat">
          <ButtonLink to={`/chat/${person.id}`} variant="quiet" size="small">
            Message {firstname}
          </ButtonLink>
        </RequireModule>
        {skill_id && (state === "open" || state === "expired") && (
          <RequireModule name="bookings">
            <ButtonLink
              to={bookingPath(person.id, skill_id, id)}
              variant={state === "open" ? "spark" : "quiet"}
              size="small"
            >
              Book {firstname}
            </ButtonLink>
          </RequireModule>
        )}
      </div>
      {!skill_id && state === "open" && (
        <RequireModule name="bookings">
          <p className="basis-full text-small text-ink-2">
            {firstname} has listed no skill {category_title ? `in ${category_title}` : "for this"}{" "}
            yet, so you cannot book them for it. Ask them to add one, or{" "}
            <Link to={`/user-profile/${person.id}`} className="font-semibold text-leaf underline">
              see what they offer
            </Link>
            .
          </p>
        </RequireModule>
      )}
    </div>
  );
}
