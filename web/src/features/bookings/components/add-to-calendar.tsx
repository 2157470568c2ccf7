import { useMutation } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { toast } from "@/components/toast";
import { client, messageOf } from "@/lib/api";
import type { Booking } from "../format";

/** Button that saves an accepted booking as an iCalendar file. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  const { id, status } = booking;
  const fetched = useMutation({
    mutationFn: () => fetchFile(id),
    onSuccess: (file) => save(file, `booking-${id}.ics`),
    onError: (error) => toast.error(messageOf(error)),
  });
  if (status !== "accepted" && status !== "in_progress") return null;
  return (
    <button
      type="button"
      aria-busy={fetched.isPending || undefined}
      className="flex min-h-11 items-center gap-1.5 text-small font-semibold text-leaf hover:underline"
      onClick={() => fetched.mutate()}
    >
      <CalendarPlus aria-hidden="true" className="size-4" />
      Add to calendar
    </button>
  );
}

/** Fetches the file with the session: it is private and has no public address. */
async function fetchFile(id: number): Promise<Blob> {
  const { data } = await client.GET("/api/bookings/{id}/calendar", {
    params: { path: { id } },
    parseAs: "blob",
  });
  return data as unknown as Blob;
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
