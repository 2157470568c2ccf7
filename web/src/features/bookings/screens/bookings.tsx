import { useSearchParams } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { Tabs } from "@/components/tabs";
import { messageOf, usePages } from "@/lib/api";
import { usePollInterval } from "@/lib/live";
import { BookingCard, BookingCardSkeleton, type BookingDirection } from "../parts/booking-card";
import { POLL_MS } from "../use-booking";

/** What others asked of you, and what you asked of others; the tab stands in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const tab: BookingDirection = params.get("tab") === "outward" ? "outward" : "inward";
  return (
    <div className="max-w-3xl">
      <PageHeader title="Bookings" />
      <Tabs
        label="Direction"
        value={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true, preventScrollReset: true })}
        tabs={[
          { value: "inward", label: "Inward Bookings", content: <BookingList side="inward" /> },
          { value: "outward", label: "Outward Bookings", content: <BookingList side="outward" /> },
        ]}
      />
    </div>
  );
}

const paths = {
  inward: "/api/bookings/get/user/inward",
  outward: "/api/bookings/get/user/outward",
} as const;

function BookingList({ side }: { side: BookingDirection }) {
  const refetchInterval = usePollInterval(POLL_MS);
  const list = usePages(paths[side], {}, { refetchInterval });
  return (
    <Loaded
      query={{ ...list, data: list.items }}
      error={list.error ? `Error loading bookings: ${messageOf(list.error)}` : undefined}
      skeleton={
        <SkeletonList>
          <BookingCardSkeleton />
        </SkeletonList>
      }
      empty={<NoBookings side={side} />}
    >
      {(bookings) => (
        <>
          <ul className="grid gap-4">
            {bookings.map((booking) => (
              <li key={booking.id}>
                <BookingCard booking={booking} side={side} />
              </li>
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              variant="quiet"
              block
              className="mt-4"
              busy={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage()}
            >
              Show more
            </Button>
          )}
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
