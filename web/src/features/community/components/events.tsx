import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { usePages } from "@/lib/api";
import { EventCard } from "./event-card";

/** Events to come; nothing while there are none. */
export function Events() {
  const list = usePages("/api/community/events", { query: { limit: 6 } });
  if (!list.isError && !list.data?.length) return null;
  return (
    <section aria-labelledby="events" className="grid gap-4">
      <h2 id="events" className="text-heading">
        Coming up
      </h2>
      <Loaded query={list} error="The events could not be loaded." skeleton={null}>
        {(events) => (
          <ul className="grid gap-4 md:grid-cols-2 md:items-start">
            {events.map((event) => (
              <li key={event.id}>
                <EventCard event={event} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={list} />
    </section>
  );
}
