import { Card } from "@/components/card";
import { Switch } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { type Preferences, usePreferences } from "../preferences";

interface Toggle {
  choice: keyof Preferences;
  label: string;
  hint: string;
}

const groups: readonly { title: string; toggles: readonly Toggle[] }[] = [
  {
    title: "Bookings",
    toggles: [
      {
        choice: "orderUpdates",
        label: "Order updates",
        hint: "When a booking of yours is accepted, started or called off",
      },
      {
        choice: "orderMessages",
        label: "Order messages",
        hint: "When somebody you have a booking with writes to you",
      },
      {
        choice: "bookingMessages",
        label: "Booking messages",
        hint: "When somebody writes to you before booking",
      },
    ],
  },
  {
    title: "Account and community",
    toggles: [
      {
        choice: "accountNotifications",
        label: "Account notifications",
        hint: "New followers, reviews, and how your identity check goes",
      },
      {
        choice: "promotions",
        label: "Promotions",
        hint: "Offers by this community",
      },
      {
        choice: "marketingNotifications",
        label: "Marketing notifications",
        hint: "What is new on this site",
      },
    ],
  },
];

/** What one is told by email and on the phone; every switch is saved at once. */
export function Component() {
  const { query, choose } = usePreferences();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Notifications" back="/settings?tab=general">
        What reaches you by email when you are not here.
      </PageHeader>
      <Loaded query={query} error="Your choices could not be loaded." skeleton={<NotifySkeleton />}>
        {(choices) => (
          <div className="grid gap-5">
            {groups.map(({ title, toggles }) => (
              <Card key={title}>
                <h2 className="text-title">{title}</h2>
                <div className="mt-2 divide-y divide-line">
                  {toggles.map(({ choice, label, hint }) => (
                    <div key={choice} className="py-3">
                      <Switch
                        label={label}
                        hint={hint}
                        checked={choices[choice]}
                        onChange={(on) => choose(choice, on)}
                      />
                    </div>
                  ))}
                </div>
              </Card>
            ))}
            <p className="px-1 text-small text-ink-2">
              Requests, finished work, disputes, refunds, withdrawals and notices about the safety
              of your account always reach you.
            </p>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function NotifySkeleton() {
  return (
    <Loading label="Loading your choices">
      <div className="grid gap-5">
        <Skeleton className="h-64 rounded-m" />
        <Skeleton className="h-64 rounded-m" />
      </div>
    </Loading>
  );
}
