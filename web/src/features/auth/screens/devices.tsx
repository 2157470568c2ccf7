import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Checkbox } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useModule } from "@/lib/site";
import { useDevices } from "../api/use-devices";
import { DeviceRow } from "../security/device-row";

/** The person's devices, with buttons to sign them out. */
export function Component() {
  const { devices, reload } = useDevices();
  const [asking, setAsking] = useState(false);
  const [revoke, setRevoke] = useState(false);
  const hasCalendar = useHasCalendarAddress(asking);
  const endOthers = api.useMutation("delete", "/api/auth/sessions", {
    onSuccess: async ({ ended }) => {
      await reload();
      setAsking(false);
      toast.success(signedOutText(ended));
    },
  });
  const others = devices.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Linked devices" back="/settings?tab=general">
        Devices that are signed in to your account. If you don't know one of them, sign it out and
        change your password.
      </PageHeader>
      <Card>
        <Loaded
          query={devices}
          error="Unable to load your devices. Please try again later."
          skeleton={
            <SkeletonList>
              <SkeletonRow />
            </SkeletonList>
          }
        >
          {(items) => (
            <ul className="divide-y divide-line">
              {items.map((device) => (
                <li key={device.id}>
                  <DeviceRow device={device} onEnded={reload} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {others > 0 && (
        <Button variant="quiet" className="mt-5" onClick={() => setAsking(true)}>
          Sign Out From All Other Devices
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere else?"
        description="All other devices have to sign in again."
        confirmLabel="Sign out the others"
        variant="danger"
        busy={endOthers.isPending}
        error={endOthers.error ? messageOf(endOthers.error) : undefined}
        onConfirm={() =>
          endOthers.mutate({ params: { query: { revoke_access: hasCalendar && revoke } } })
        }
      >
        {hasCalendar && (
          <Checkbox
            label="Remove my calendar's address as well. Calendars that use it stop updating. I can get a new address later."
            checked={revoke}
            onChange={(event) => setRevoke(event.target.checked)}
          />
        )}
      </ConfirmDialog>
    </div>
  );
}

/** Returns whether a calendar subscribes to the bookings, which works without a session. */
function useHasCalendarAddress(enabled: boolean): boolean {
  const bookings = useModule("bookings") === true;
  const own = api.useQuery(
    "get",
    "/api/bookings/calendar/own",
    {},
    { enabled: enabled && bookings },
  );
  return own.data?.address !== undefined;
}

function signedOutText(count: number): string {
  return count === 1 ? "1 device was signed out" : `${count} devices were signed out`;
}
