import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { useAvailability } from "../api/use-availability";
import { BlockedDates } from "../availability/blocked-dates";
import { WeeklyForm } from "../availability/weekly-form";
import { WhoMayAsk } from "../availability/who-may-ask";

const SKILLS = "/settings/skills";

/**
 * The member's opening hours, days off, and who may book them. `?after=skill` is the step after
 * adding a skill, as long as no weekly hours are set.
 */
export function Component() {
  const availability = useAvailability();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const afterSkill = params.get("after") === "skill";
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Availability" back={afterSkill ? SKILLS : "/settings"}>
        {afterSkill
          ? "When do you usually have time? Neighbours can book these hours, in UK time."
          : "When neighbours can book you, in UK time. Bookings you already have stay as they are."}
      </PageHeader>
      <Loaded
        query={availability}
        error="Your hours could not be loaded."
        skeleton={<AvailabilitySkeleton />}
      >
        {(own) => (
          <div className="grid gap-5">
            <Section title="Weekly hours">
              <WeeklyForm
                availability={own}
                startWithHours={afterSkill}
                onSaved={afterSkill ? () => navigate(SKILLS) : undefined}
              />
            </Section>
            {afterSkill && (
              <ButtonLink to={SKILLS} variant="quiet" className="justify-self-start">
                Not now
              </ButtonLink>
            )}
            <Section title="Days off" text="On these dates nobody can book you.">
              <BlockedDates availability={own} />
            </Section>
            <Section title="Who can request a booking" text="Others see why they cannot book you.">
              <WhoMayAsk availability={own} />
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
