import { useState } from "react";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageTitle } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { toast } from "@/components/toast";
import { ApiError, api, useIdempotencyKey, usePages, useQueryCache } from "@/lib/api";
import { EventForm } from "../components/event-form";
import { EventRow } from "../components/event-row";

/** Events of the community: the form for a new one, and all so far. */
export function Component() {
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle>Events</PageTitle>
      <Card>
        <h2 className="text-title">Put on an event</h2>
        <p className="mt-1 text-ink-2">
          It stands on the community page, where neighbours join. They are notified if its time or
          place changes, and reminded the day before.
        </p>
        <NewEvent />
      </Card>
      <Card>
        <h2 className="text-title">All events</h2>
        <div className="mt-2">
          <PagedList
            list={usePages("/api/admin/events")}
            placeholders={2}
            empty={
              <EmptyState art="people" title="No events yet">
                What you put on shows up here.
              </EmptyState>
            }
            keyOf={({ id }) => id}
          >
            {(event) => <EventRow event={event} />}
          </PagedList>
        </div>
      </Card>
    </div>
  );
}

function NewEvent() {
  const cache = useQueryCache();
  const key = useIdempotencyKey();
  // A new form after each event.
  const [made, setMade] = useState(0);
  const create = api.useMutation("post", "/api/admin/events", {
    onSuccess: () => {
      key.renew();
      toast.success("Created. Neighbours can join now.");
      cache.invalidate("/api/admin/events", "/api/community/events", "/api/admin/audit");
      setMade((count) => count + 1);
    },
    onError: (error) => {
      // Without a response it may be created: the retry must carry the same key.
      if (error instanceof ApiError && error.status !== 0) key.renew();
    },
  });
  return (
    <EventForm
      key={made}
      action="Create the event"
      busy={create.isPending}
      send={(body, onError) => create.mutate({ params: { header: key.header }, body }, { onError })}
    />
  );
}
