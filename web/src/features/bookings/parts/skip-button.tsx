import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useSite } from "@/lib/site";
import type { Booking } from "../format";
import { useBookingCache } from "../use-booking";

/** In a demo, skips to the time that was booked. */
export function SkipButton({ booking }: { booking: Booking }) {
  const demo = useSite().data?.demo ?? false;
  const store = useBookingCache();
  const skip = api.useMutation("put", "/api/demo/bookings/{id}/skip", {
    onSuccess: (changed) => {
      store(changed);
      toast.success("It is time for the visit");
    },
  });
  // Something waits for the booked time as long as that has not come.
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
        In this demo you need not wait: it moves the date to now.
      </p>
    </div>
  );
}
