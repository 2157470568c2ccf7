import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { Button, ButtonLink } from "@/components/button";
import { FileInput, FormError, Textarea } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { Dialog } from "@/components/overlay";
import { PageHeader } from "@/components/page-header";
import { EmptyState } from "@/components/states";
import { ApiError, api, type FormBody, messageOf, multipart } from "@/lib/api";
import { useDraftedForm } from "@/lib/drafted-form";
import { draftEntry, loadFiles, saveFiles } from "@/lib/drafts";
import type { Booking } from "../format";
import { BookingSkeleton } from "../parts/booking-layout";
import { BookingSummary } from "../parts/booking-summary";
import { useBooking, useBookingCache, useOwnId } from "../use-booking";

/** Asking an admin to decide about the booking that the address names (`?booking=`). */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get("booking") ?? params.get("bookingId");
  const { query, known } = useBooking(id);
  const missing = !known || (query.error instanceof ApiError && query.error.status === 404);
  if (missing) {
    return (
      <>
        <PageHeader title="Open a Dispute" back="/bookings" />
        <EmptyState
          art="bookings"
          title="Missing booking information. Please try again."
          action={<ButtonLink to="/bookings">Return to Bookings</ButtonLink>}
        />
      </>
    );
  }
  return (
    <div className="max-w-2xl">
      <PageHeader title={`Open a Dispute for Booking #${id}`} back={bookingPath(query.data)} />
      <Loaded query={query} error="Failed to fetch booking details" skeleton={<BookingSkeleton />}>
        {(booking) => <DisputeScreen booking={booking} />}
      </Loaded>
    </div>
  );
}

function bookingPath(booking: Booking | undefined): string {
  return booking ? `/outward-progress/${booking.id}` : "/bookings";
}

const DEFAULT_MESSAGE = "The service was not rendered";

const schema = z.object({
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say what went wrong"),
      z.maxLength(2000, "Please keep it to 2000 characters"),
    ),
});

const draftSchema = z.object({ message: z.optional(z.string()) });

/** What one person has written about one booking, as this tab had it before a reload. */
export function disputeDraft(owner: string, booking: number) {
  return draftEntry<z.infer<typeof draftSchema>>(
    `disputeDraft:${owner}:${booking}`,
    draftSchema,
    {},
  );
}

function DisputeScreen({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const mine = booking.client.id === useOwnId();
  const [submitted, setSubmitted] = useState(false);
  const toBookings = () => navigate(`/bookings?tab=${mine ? "outward" : "inward"}`);
  const open = submitted || booking.actions.includes("dispute");
  return (
    <div className="grid gap-6">
      <BookingSummary booking={booking} side={mine ? "outward" : "inward"} />
      {open ? (
        <DisputeForm booking={booking} onSubmitted={() => setSubmitted(true)} />
      ) : (
        <p role="status" className="rounded-s bg-sunk px-4 py-3">
          A dispute can be opened while a booking is accepted, in progress, or done but not yet paid
          out. This one is not.
        </p>
      )}
      <Dialog
        open={submitted}
        onOpenChange={(next) => !next && toBookings()}
        title="Dispute submitted"
        description="Your dispute has been submitted successfully."
      >
        <p className="text-ink-2">
          The payment is frozen until an admin has heard both of you. You will both be told.
        </p>
        <Button variant="spark" block onClick={toBookings}>
          Go to Bookings
        </Button>
      </Dialog>
    </div>
  );
}

type DisputeValues = z.infer<typeof schema>;

/** A chosen file that a reload does not lose. */
function useSavedFile(name: string): [File | null, (file: File | null) => void] {
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    let current = true;
    loadFiles(name).then(([saved]) => {
      if (current && saved) setFile(saved);
    });
    return () => {
      current = false;
    };
  }, [name]);
  const change = (next: File | null) => {
    setFile(next);
    saveFiles(name, next ? [next] : []);
  };
  return [file, change];
}

interface DisputeFormProps {
  booking: Booking;
  onSubmitted: () => void;
}

function DisputeForm({ booking, onSubmitted }: DisputeFormProps) {
  const navigate = useNavigate();
  const refresh = useBookingCache();
  const owner = useOwnId();
  const { form, removeDraft } = useDraftedForm<DisputeValues>(
    schema,
    disputeDraft(owner, booking.id),
    { message: DEFAULT_MESSAGE },
  );
  const [file, setFile] = useSavedFile(`dispute:${owner}:${booking.id}`);
  const submit = api.useMutation("post", "/api/dispute/open");
  const onSubmit = form.handleSubmit(({ message }) =>
    submit.mutate(
      { ...multipart<FormBody<"open_dispute">>({ bookingId: booking.id, message, file }) },
      {
        onSuccess: () => {
          removeDraft();
          setFile(null);
          refresh({ ...booking, status: "disputed", actions: [] });
          onSubmitted();
        },
        onError: (error) =>
          form.setError("root.server", {
            message: `Error opening dispute: ${messageOf(error, "Failed to open dispute")}`,
          }),
      },
    ),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <Textarea
        label="What went wrong?"
        hint="An admin of this community reads this, and so does the other side."
        rows={4}
        error={form.formState.errors.message?.message}
        {...form.register("message")}
      />
      <FileInput
        label="Evidence"
        hint="A photo, a receipt, a message: anything that helps."
        optional
        maxMegabytes={10}
        file={file}
        onChange={setFile}
      />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={() => navigate(-1)}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={submit.isPending}>
          Submit Dispute
        </Button>
      </div>
    </form>
  );
}
