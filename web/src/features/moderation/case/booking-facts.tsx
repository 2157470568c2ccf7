import type { ReactNode } from "react";
import { pastSteps } from "@/components/booking-steps";
import { PrivateFileButton } from "@/components/private-file-button";
import { Timeline } from "@/components/timeline";
import { client, type Schemas } from "@/lib/api";
import { formatAmount, formatWhen } from "@/lib/format";

type Booking = Schemas["Booking"];

const methods: Record<Booking["payment_method"], string> = {
  wallet: "from the wallet, in pounds",
  spark_token: "from the wallet, in sparks",
  card: "by card",
  none: "",
};

const policies: Record<Booking["cancellation_policy"], string> = {
  flexible: "Flexible: full refund",
  moderate: "Moderate: half refunded in the last 24 hours",
  strict: "Strict: half refunded in the last 72 hours",
};

/** Details of the booking, and its ledger entries. */
export function BookingFacts({ booking }: { booking: Booking }) {
  const { id, hours, price, payment_method: method } = booking;
  const paid = price > 0 ? `${formatAmount(method, price)}, ${methods[method]}` : "Free";
  return (
    <div className="grid gap-4">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label="When">
          <span className="num">
            {formatWhen(booking.booking_date)}, for {hours} {hours === 1 ? "hour" : "hours"}
          </span>
        </Fact>
        <Fact label="Where">{booking.booking_location || "Not given"}</Fact>
        <Fact label="Price">
          <span className="num">{paid}</span>
        </Fact>
        <Fact label="Cancelling">{policies[booking.cancellation_policy]}</Fact>
        <Fact label="Request" wide>
          <span className="whitespace-pre-line wrap-anywhere">{booking.description}</span>
        </Fact>
      </dl>
      {booking.file_url && (
        <PrivateFileButton name={`booking-${id}`} load={() => loadFile(id)}>
          Save the file of the request
        </PrivateFileButton>
      )}
      <Timeline label="What happened" steps={pastSteps(booking)} />
    </div>
  );
}

async function loadFile(id: number): Promise<Blob> {
  const { data } = await client.GET("/api/bookings/{id}/file", {
    params: { path: { id } },
    parseAs: "blob",
  });
  return data as unknown as Blob;
}

interface FactProps {
  label: string;
  /** Spans both columns. */
  wide?: boolean;
  children: ReactNode;
}

function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={wide ? "sm:col-span-2" : undefined}>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
