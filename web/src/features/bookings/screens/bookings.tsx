import { useState } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { MoreButton } from "@/components/more-button";
import { PageHeader } from "@/components/page-header";
import { Skeleton } from "@/components/skeleton";
import { Tabs } from "@/components/tabs";
import { messageOf } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { SIDES } from "@/lib/words";
import { POLL_MS } from "../api/use-booking";
import { useBookingList } from "../api/use-booking-list";
import { BookingGroups, BookingGroupsSkeleton } from "../components/booking-groups";
import { type BookingDirection, firstSide } from "../groups";

type BookingPages = ReturnType<typeof useBookingList>;

/** The member's bookings as provider and as client; the tab is kept in the URL. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const sideInUrl = sideOf(params.get("tab"));
  const lists = { inward: useList("inward", sideInUrl), outward: useList("outward", sideInUrl) };
  const first = useFirstSide(lists);
  const side = sideInUrl ?? first;
  const content = (value: BookingDirection) => <BookingList side={value} list={lists[value]} />;
  return (
    <>
      <PageHeader title="Bookings" />
      {side ? (
        <Tabs
          label="Direction"
          value={side}
          onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
          tabs={[
            { value: "inward", ...SIDES.inward, content: content("inward") },
            { value: "outward", ...SIDES.outward, content: content("outward") },
          ]}
        />
      ) : (
        <div className="grid gap-5">
          <Skeleton className="h-13 rounded-full" />
          <BookingGroupsSkeleton />
        </div>
      )}
    </>
  );
}

function sideOf(tab: string | null): BookingDirection | undefined {
  return tab === "inward" || tab === "outward" ? tab : undefined;
}

/** Fetches one side's bookings, unless the address names the other side. */
function useList(side: BookingDirection, sideInUrl: BookingDirection | undefined): BookingPages {
  const enabled = sideInUrl === undefined || sideInUrl === side;
  const refetchInterval = usePollInterval(POLL_MS);
  return useBookingList(side, { enabled, refetchInterval });
}

/** Returns the side to open without one in the URL; later bookings do not change it. */
function useFirstSide(lists: Record<BookingDirection, BookingPages>): BookingDirection | undefined {
  const [first, setFirst] = useState<BookingDirection>();
  const { inward, outward } = lists;
  const known = [inward, outward].every(({ data, error }) => data || error);
  if (first === undefined && known) {
    setFirst(firstSide(inward.data ?? [], outward.data ?? []));
  }
  return first;
}

function BookingList({ side, list }: { side: BookingDirection; list: BookingPages }) {
  return (
    <Loaded
      query={list}
      error={list.error ? `Error loading bookings: ${messageOf(list.error)}` : undefined}
      skeleton={<BookingGroupsSkeleton />}
      empty={<NoBookings side={side} />}
    >
      {(bookings) => (
        <>
          <BookingGroups bookings={bookings} side={side} />
          <MoreButton list={list} className="mt-6" />
        </>
      )}
    </Loaded>
  );
}

function NoBookings({ side }: { side: BookingDirection }) {
  return side === "inward" ? (
    <EmptyState
      art="bookings"
      title="No inward bookings found"
      action={<ButtonLink to="/settings/skills">See your skills</ButtonLink>}
    >
      When a neighbour books you, their request shows up here.
    </EmptyState>
  ) : (
    <EmptyState
      art="bookings"
      title="No outward bookings found"
      action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
    >
      Book a neighbour, and you can follow how it goes here.
    </EmptyState>
  );
}
