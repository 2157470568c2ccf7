import { CircleAlert, CircleCheck, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { localPath } from "@/lib/local-path";

const POLL_MS = 3_000;

/**
 * What became of the card payment of a booking (`?payment=` is its id; banks send people back
 * here). Once the card is authorised, it leads back to the request.
 */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get("payment") ?? "";
  const back = localPath(params.get("return"), "/explore");
  const query = api.useQuery(
    "get",
    "/api/wallet/card-payments/{id}",
    { params: { path: { id } } },
    {
      enabled: id !== "",
      refetchInterval: ({ state }) => (state.data?.state === "processing" ? POLL_MS : false),
    },
  );
  return (
    <div className="mx-auto max-w-md">
      <PageHeader title="Your payment" back={back} />
      <Card>
        {id === "" ? (
          <Told icon={<CircleAlert />} title="There is no payment here" to={back} action="Go back">
            Your bookings list what you have asked for.
          </Told>
        ) : (
          <Loaded
            query={query}
            skeleton={
              <Loading>
                <Skeleton className="h-72 rounded-m" />
              </Loading>
            }
          >
            {(payment) => <Outcome payment={payment} id={id} back={back} />}
          </Loaded>
        )}
      </Card>
    </div>
  );
}

interface OutcomeProps {
  payment: Schemas["CardPayment"];
  id: string;
  back: string;
}

function Outcome({ payment, id, back }: OutcomeProps) {
  switch (payment.state) {
    case "authorised":
      return <Navigate to={withCard(back, id)} replace />;
    case "used":
      return (
        <Told
          icon={<CircleCheck />}
          title="Your request is sent"
          to={`/outward-details/${payment.booking_id}`}
          action="See your booking"
        >
          Your card is authorised. Nothing is taken until your neighbour says yes.
        </Told>
      );
    case "processing":
      return (
        <Told
          icon={<Hourglass />}
          title="Your bank has not answered yet"
          to={back}
          action="Go back"
        >
          Your request is not sent yet. If you do not send it, nothing is taken.
        </Told>
      );
    case "expired":
      return (
        <Told icon={<CircleAlert />} title="This payment ran out" to={back} action="Pay again">
          No request was sent within 15 minutes, so nothing is taken from your card.
        </Told>
      );
    case "open":
      return (
        <Told
          icon={<CircleAlert />}
          title="Your payment did not go through"
          to={back}
          action="Try again"
        >
          Your card was not authorised. Nothing was taken.
        </Told>
      );
  }
}

/** Returns the path of the request with its payment. */
function withCard(back: string, id: string): string {
  const { pathname, searchParams } = new URL(back, window.location.origin);
  searchParams.set("pay", "1");
  searchParams.set("card", id);
  return `${pathname}?${searchParams}`;
}

interface ToldProps {
  icon: ReactNode;
  title: string;
  to: string;
  action: string;
  children: string;
}

function Told({ icon, title, to, action, children }: ToldProps) {
  return (
    <div role="status">
      <EmptyState icon={icon} title={title} action={<ButtonLink to={to}>{action}</ButtonLink>}>
        {children}
      </EmptyState>
    </div>
  );
}
