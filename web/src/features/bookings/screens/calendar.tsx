import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { CopyField, FormMessage } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";

const PATH = "/api/bookings/calendar/own";

/** The address at which the member's own calendar subscribes to their bookings. */
export function Component() {
  const address = api.useQuery("get", PATH);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Your calendar" back="/settings">
        See your accepted bookings in your own calendar. It updates by itself.
      </PageHeader>
      <Loaded
        query={address}
        error="Your calendar's address could not be loaded."
        skeleton={<CalendarSkeleton />}
      >
        {({ address }) => (
          <Card>{address ? <Address address={wholeAddress(address)} /> : <NoAddress />}</Card>
        )}
      </Loaded>
    </div>
  );
}

/** Returns an absolute address, also where the server does not know its own. */
function wholeAddress(address: string): string {
  return new URL(address, window.location.origin).href;
}

/** Replaces or removes the calendar address. */
function useAddressChange(method: "post" | "delete", done: string) {
  const cache = useQueryCache();
  return api.useMutation(method, PATH, {
    onSuccess: (changed) => {
      cache.setData(PATH, changed);
      toast.success(done);
    },
  });
}

function NoAddress() {
  const make = useAddressChange("post", "Your calendar has an address");
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        Get a private address and add it to the calendar on your phone or computer. Your bookings
        there then update by themselves.
      </p>
      {make.error && <FormMessage>{messageOf(make.error)}</FormMessage>}
      <Button variant="spark" busy={make.isPending} onClick={() => make.mutate({})}>
        Get an address
      </Button>
    </div>
  );
}

function Address({ address }: { address: string }) {
  return (
    <div className="grid gap-5">
      <CopyField
        label="Your calendar's address"
        value={address}
        hint="Keep it private: anyone who has it can see your bookings and where they are."
        copyLabel="Copy"
        copiedText="Address copied"
      />
      <a
        href={address.replace(/^https?:/, "webcal:")}
        className="flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-leaf hover:underline"
      >
        <CalendarPlus aria-hidden="true" className="size-5" />
        Open in your calendar
      </a>
      <p className="text-ink-2">
        Or add the address in your calendar: in Google Calendar under “From URL”, on an iPhone as a
        “Subscribed Calendar”, in Outlook under “Subscribe from web”.
      </p>
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        <Change
          method="post"
          label="Get a new address"
          title="Get a new address?"
          effect="The old address stops working at once. Add the new one to every calendar that uses it."
          keep="Keep the old one"
          done="Your calendar has a new address"
        />
        <Change
          method="delete"
          label="Remove the address"
          title="Remove the address?"
          effect="Calendars that use it stop updating."
          keep="Keep it"
          done="The address is removed"
        />
      </div>
    </div>
  );
}

interface ChangeProps {
  method: "post" | "delete";
  label: string;
  title: string;
  effect: string;
  keep: string;
  done: string;
}

function Change({ method, label, title, effect, keep, done }: ChangeProps) {
  const [open, setOpen] = useState(false);
  const change = useAddressChange(method, done);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          change.reset();
          setOpen(next);
        }}
        title={title}
        description={effect}
        cancelLabel={keep}
        confirmLabel={label}
        busy={change.isPending}
        error={change.error ? messageOf(change.error) : undefined}
        onConfirm={() => change.mutate({}, { onSuccess: () => setOpen(false) })}
      />
    </>
  );
}

function CalendarSkeleton() {
  return (
    <Loading label="Loading your calendar">
      <Skeleton className="h-44 rounded-m" />
    </Loading>
  );
}
