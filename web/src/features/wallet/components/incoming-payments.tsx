import { Link } from "react-router";
import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import { settlesText } from "../settles-text";

/** Money in escrow that comes to the person for bookings with them, and when it typically settles. */
export function IncomingPayments({ payments }: { payments: Schemas["IncomingPayment"][] }) {
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="incoming" className="border-t border-line pt-4">
      <h2 id="incoming" className="font-semibold">
        Coming to you
      </h2>
      <p className="text-small text-ink-2">
        Paid by neighbours for bookings with you, and not settled yet.
      </p>
      <ul className="mt-2 grid gap-1">
        {payments.map((payment) => (
          <li key={payment.booking_id} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span className="min-w-0">
              <Link
                to={`/inward-details/${payment.booking_id}`}
                className="font-semibold hover:underline"
              >
                {payment.title}
              </Link>
              <span className="num block text-small text-ink-2">
                {payment.settles_at ? settlesText(payment.settles_at) : "Waits for a decision"}
              </span>
            </span>
            <span className="num font-bold">
              {payment.payment_method === "spark_token" ? (
                <Sparks amount={payment.price} />
              ) : (
                formatMoney(payment.price)
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
