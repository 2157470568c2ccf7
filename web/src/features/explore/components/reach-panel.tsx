import { CalendarClock, HandHeart, MessageCircle } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { MayAsk } from "@/components/may-ask";
import { Dialog } from "@/components/overlay";
import { RequireModule } from "@/components/require-module";
import { Skeleton } from "@/components/skeleton";
import { SkillPrice } from "@/components/skill-price";
import type { Schemas } from "@/lib/api";
import { useSparks } from "@/lib/balance";
import { bookingPath } from "@/lib/booking/path";
import { formatDay, formatTime, formatWhen } from "@/lib/format";
import { useSession } from "@/lib/session";
import { type FreeTime, useNextFree } from "../api/use-next-free";

type Person = Schemas["PublicProfile"];

/** Buttons to message and to book a person and to give them sparks, with their next free times. */
export function ReachPanel({ person }: { person: Person }) {
  const hasSparks = useSparks();
  // The server accepts exchanges from a delegate, but no gifts.
  const canGive = !useSession()?.acting && hasSparks;
  const canBook = person.bookable && person.skills.length > 0;
  return (
    <Card role="group" aria-label={`How to reach ${person.firstname}`} className="grid gap-3">
      {canBook && (
        <RequireModule name="bookings">
          <NextFree person={person} />
        </RequireModule>
      )}
      <div className="flex flex-wrap gap-3">
        <RequireModule name="chat">
          <ButtonLink
            to={`/chat/${person.id}`}
            variant="quiet"
            aria-label={`Message ${person.firstname}`}
            className="flex-1"
          >
            <MessageCircle aria-hidden="true" className="size-5" />
            Message
          </ButtonLink>
        </RequireModule>
        {canBook && (
          <RequireModule name="bookings">
            <MayAsk userId={person.id}>
              <Book person={person} />
            </MayAsk>
          </RequireModule>
        )}
        {canGive && (
          <ButtonLink
            to={`/give-sparks?to=${person.id}`}
            variant="quiet"
            aria-label={`Give sparks to ${person.firstname}`}
            className="flex-1 whitespace-nowrap"
          >
            <HandHeart aria-hidden="true" className="size-5" />
            Give sparks
          </ButtonLink>
        )}
      </div>
      {hasSparks && (
        <p className="text-small text-ink-2">
          Helped each other without a booking?{" "}
          <Link
            to={`/exchanges/new?with=${person.id}`}
            className="inline-flex min-h-6 items-center font-semibold text-ink underline"
          >
            Write down an exchange
          </Link>
        </p>
      )}
    </Card>
  );
}

/** Button to book the person's skill; with several, it asks which one. */
function Book({ person }: { person: Person }) {
  const [choosing, setChoosing] = useState(false);
  const [first, ...others] = person.skills;
  if (first && others.length === 0) {
    return (
      <ButtonLink to={bookingPath(person.id, first.id)} variant="spark" className="flex-1">
        Book {person.firstname}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button variant="spark" className="flex-1" onClick={() => setChoosing(true)}>
        Book {person.firstname}
      </Button>
      <Dialog open={choosing} onOpenChange={setChoosing} title="What do you need?">
        <ul className="divide-y divide-line">
          {person.skills.map((skill) => (
            <li key={skill.id}>
              <Link
                to={bookingPath(person.id, skill.id)}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-2 font-semibold hover:underline"
              >
                {skill.skill_type}
                <SkillPrice skill={skill} per="an hour" />
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** Number of days listed where there is space. */
const DAYS = 3;
/** Number of times listed per day. */
const TIMES = 4;

function NextFree({ person }: { person: Person }) {
  const free = useNextFree(person.id);
  const [next] = free?.days ?? [];
  return (
    <div className="grid gap-3">
      <p className="flex min-h-6 items-center gap-2 font-semibold">
        <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-leaf" />
        {free && <span className="num">{nextText(free, person.firstname)}</span>}
      </p>
      {!free && <Skeleton className="hidden h-22 lg:block" />}
      {next && !free?.anytime && (
        <dl className="hidden gap-2 text-small lg:grid">
          {free?.days.slice(0, DAYS).map(({ date, slots }) => (
            <div key={date} className="num grid grid-cols-[6rem_minmax(0,1fr)] gap-2">
              <dt className="text-ink-2">{formatDay(slots[0] ?? date)}</dt>
              <dd>{timesText(slots)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function nextText({ anytime, days }: FreeTime, name: string): string {
  if (anytime) return `${name} has not set any hours: suggest a time`;
  const next = days[0]?.slots[0];
  return next ? `Next free: ${formatWhen(next)}` : "No free time in the next four weeks";
}

/** Returns `09:00, 09:30, 10:00, 10:30 and 6 more`. */
function timesText(slots: readonly string[]): string {
  const shown = slots.slice(0, TIMES).map(formatTime).join(", ");
  const more = slots.length - TIMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
