import type { ReactNode } from "react";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { BlockedDates } from "../availability/blocked-dates";
import { useAvailability } from "../availability/use-availability";
import { WeeklyForm } from "../availability/weekly-form";

/** When one can be booked. */
export function Component() {
  const availability = useAvailability();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Availability" back="/settings">
        When neighbours can book you, in UK time. What is booked already stays booked.
      </PageHeader>
      <Loaded
        query={availability}
        error="Your hours could not be loaded."
        skeleton={<AvailabilitySkeleton />}
      >
        {(own) => (
          <div className="grid gap-5">
            <Section title="Weekly hours">
              <WeeklyForm availability={own} />
            </Section>
            <Section title="Days off" text="On these dates nobody can book you.">
              <BlockedDates availability={own} />
            </Section>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-title">{title}</h2>
      {text && <p className="text-ink-2">{text}</p>}
      <div className="mt-4">{children}</div>
    </Card>
  );
}

function AvailabilitySkeleton() {
  return (
    <Loading label="Loading your hours">
      <div className="grid gap-5">
        <Skeleton className="h-44 rounded-m" />
        <Skeleton className="h-44 rounded-m" />
      </div>
    </Loading>
  );
}
