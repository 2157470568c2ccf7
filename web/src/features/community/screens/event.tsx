import { useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { PrivateFileButton } from "@/components/private-file-button";
import { Loading, Skeleton } from "@/components/skeleton";
import { ApiError, api, client, messageOf } from "@/lib/api";
import { DateTile } from "../components/date-tile";
import { EventHosts } from "../components/event-hosts";
import { EventState } from "../components/event-state";
import { GuestList } from "../components/guest-list";
import { SeatButton } from "../components/seat-button";
import { ThankHosts } from "../components/thanks-dialog";
import { type CommunityEvent, eventTime, placesInWords } from "../event-words";

/** An event: for all with the way to join it, for those who run it with the guest list. */
export function Component() {
  const { id = "" } = useParams();
  const event = api.useQuery("get", "/api/community/events/{id}", { params: { path: { id } } });
  const { error } = event;
  const isGone = error instanceof ApiError && [404, 422].includes(error.status);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={event.data?.title ?? "An event"} back="/community" />
      {isGone && !event.data ? (
        <EmptyState
          art="people"
          title="There is no such event"
          action={<ButtonLink to="/community">See what is on</ButtonLink>}
        >
          {messageOf(error)}
        </EmptyState>
      ) : (
        <Loaded query={event} skeleton={<EventSkeleton />}>
          {(found) => <EventView event={found} />}
        </Loaded>
      )}
    </div>
  );
}

function EventSkeleton() {
  return (
    <Loading label="Loading the event">
      <Skeleton className="h-60 rounded-m" />
    </Loading>
  );
}

function EventView({ event }: { event: CommunityEvent }) {
  const { id, text, place, starts_at, state, own, is_run_by_you } = event;
  return (
    <div className="grid gap-4">
      <Card className="grid gap-4">
        <div className="flex gap-4">
          <DateTile at={starts_at} />
          <div className="grid min-w-0 flex-1 justify-items-start gap-1">
            <p className="num font-semibold">{eventTime(event)}</p>
            <p className="wrap-anywhere">{place}</p>
            <p className="num text-small text-ink-2">{placesInWords(event)}</p>
            <EventState event={event} />
          </div>
        </div>
        {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
        {own === "waiting" && (
          <p className="text-small text-ink-2">
            You get the first place that becomes free when it is your turn, and are notified.
          </p>
        )}
        <div className="flex flex-wrap items-start justify-between gap-3">
          {state === "cancelled" ? <span /> : <CalendarButton id={id} />}
          <SeatButton event={event} />
        </div>
      </Card>
      <EventHosts event={event} />
      {is_run_by_you && <GuestList event={event} />}
      <div className="justify-self-end">
        <ThankHosts event={event} />
      </div>
    </div>
  );
}

function CalendarButton({ id }: { id: string }) {
  return (
    <PrivateFileButton
      name={`event-${id}.ics`}
      load={async () => {
        const { data } = await client.GET("/api/community/events/{id}/calendar", {
          params: { path: { id } },
          parseAs: "blob",
        });
        return data as unknown as Blob;
      }}
    >
      Add to calendar
    </PrivateFileButton>
  );
}
