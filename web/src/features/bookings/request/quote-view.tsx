import { keepPreviousData } from "@tanstack/react-query";
import { AskRefusalNote } from "@/components/may-ask";
import { Price } from "@/components/price";
import { Skeleton } from "@/components/skeleton";
import { ApiError, api, type Schemas } from "@/lib/api";
import type { Site } from "@/lib/site";
import { cancelText, formatHours } from "../format";

/** Fetches the price of a booking, and its deadlines. */
export function useQuote(skillId: string, hours: number, startsAt: string | undefined) {
  return api.useQuery(
    "get",
    "/api/bookings/quote",
    { params: { query: { skills_id: skillId, hours, booking_date: startsAt } } },
    { placeholderData: keepPreviousData },
  );
}

/** Checks whether the skill, or its provider, no longer takes bookings. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

interface QuoteViewProps {
  quote: ReturnType<typeof useQuote>;
  mode: Site["mode"] | undefined;
}

/** The price, and the cost of cancelling. */
export function QuoteView({ quote, mode }: QuoteViewProps) {
  if (quote.error && isGone(quote.error)) {
    return (
      <p role="alert" className="text-small font-medium text-danger">
        This cannot be booked at present. Nothing was paid.
      </p>
    );
  }
  if (quote.error && !quote.data) {
    return (
      <p role="alert" className="text-small font-medium text-danger">
        The price could not be loaded.{" "}
        <button type="button" className="min-h-11 underline" onClick={() => quote.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (!quote.data) return <Skeleton className="h-11 w-full" />;
  const {
    hours,
    price,
    cancellation_policy: policy,
    full_refund_until: until,
    refusal,
  } = quote.data;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3" aria-live="polite">
        <span className="text-small text-ink-2">{formatHours(hours)}</span>
        <QuotedPrice quote={quote.data} mode={mode} />
      </div>
      {/* A phone has no space beside the form: the payment dialog shows it instead. */}
      {price > 0 && (
        <p className="hidden text-small text-ink-2 lg:block">{cancelText(policy, until)}</p>
      )}
      {refusal && <AskRefusalNote refusal={refusal} />}
    </>
  );
}

function QuotedPrice({ quote, mode }: { quote: Schemas["Quote"]; mode: Site["mode"] | undefined }) {
  const pounds = mode === "tokens" ? undefined : quote.price;
  return <Price pounds={pounds} sparks={quote.spark_token} className="text-title" />;
}
