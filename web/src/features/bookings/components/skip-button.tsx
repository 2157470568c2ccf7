import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useSite } from "@/lib/site";
import { useBookingCache } from "../api/use-booking";
import type { Booking } from "../format";

/** Button that skips to the booked time, in a demo only. */
export function SkipButton({ booking }: { booking: Booking }) {
  const demo = useSite().data?.demo ?? false;
  const store = useBookingCache();
  const skip = api.useMutation("put", "/api/demo/bookings/{id}/skip", {
    onSuccess: (changed) => {
      store(changed);
      toast.success("It is time for the visit");
    },
  });
  // Before the booked time, some action is still waiting for it.
  const agreed = booking.status === "accepted" || booking.status === "in_progress";
  if (!demo || !agreed || booking.later.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      {skip.error && <FormMessage>{messageOf(skip.error)}</FormMessage>}
      <Button
        variant="quiet"
        block
        busy={skip.isPending}
        onClick={() => skip.mutate({ params: { path: { id: booking.id } } })}
      >
        Skip to the visit
      </Button>
      <p className="text-center text-small text-ink-2">
        In this demo you don't have to wait: this moves the booking to now.
      </p>
    </div>
  );
}
