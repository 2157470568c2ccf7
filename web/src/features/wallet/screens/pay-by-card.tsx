import { CircleAlert } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { formatMoney } from "@/lib/format";
import { localPath } from "@/lib/local-path";
import { useBookingPayment } from "../api/use-booking-payment";
import { CardPayment } from "../components/card-payment";
import { SandboxCard } from "../components/sandbox-card";

/**
 * The card form of a booking (`?amount=` in pounds, `?key=` identifies the payment, `?return=` is
 * the way back to the request).
 */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const back = localPath(params.get("return"), "/explore");
  const amount = Number(params.get("amount"));
  const key = params.get("key") ?? "";
  const payment = useBookingPayment(amount, key);
  const onCancel = () => navigate(back, { replace: true });
  return (
    <div className="mx-auto max-w-md">
      <PageHeader title="Pay by card" back={back}>
        Nothing is taken until your neighbour says yes.
      </PageHeader>
      <Card>
        {key === "" || !(amount > 0) ? (
          <EmptyState
            icon={<CircleAlert />}
            title="There is no payment here"
            action={<ButtonLink to={back}>Go back</ButtonLink>}
          >
            Please choose how to pay again. Nothing was taken.
          </EmptyState>
        ) : (
          <Loaded
            query={payment}
            skeleton={
              <Loading>
                <Skeleton className="h-72 rounded-m" />
              </Loading>
            }
          >
            {({ payment_intent_id: id, clientSecret = "", publishableKey }) => {
              const outcome = `/payment-confirmation?${new URLSearchParams({ payment: id, return: back })}`;
              return (
                <div className="grid gap-5">
                  <dl className="flex items-baseline justify-between gap-3 rounded-m bg-sunk p-4">
                    <dt className="text-ink-2">Price of the booking</dt>
                    <dd className="num font-display text-heading font-bold">
                      {formatMoney(amount)}
                    </dd>
                  </dl>
                  {publishableKey ? (
                    <CardPayment
                      page="/pay-by-card"
                      publishableKey={publishableKey}
                      clientSecret={clientSecret}
                      outcome={outcome}
                      onCancel={onCancel}
                    />
                  ) : (
                    <SandboxCard
                      clientSecret={clientSecret}
                      onPaid={() => navigate(outcome, { replace: true })}
                      onCancel={onCancel}
                    />
                  )}
                </div>
              );
            }}
          </Loaded>
        )}
      </Card>
    </div>
  );
}
