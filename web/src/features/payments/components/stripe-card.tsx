import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Card } from "@/components/card";
import { ErrorState } from "@/components/error-state";
import { formPlaceholder, StripeForm } from "@/components/stripe-form";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { loadPage } from "@/lib/stripe-form";
import { useReloadCards } from "../api/use-reload-cards";

/** Path of the page whose Content-Security-Policy lets the card form load. */
const PAGE = "/add-bills";
const FAILED = "Failed to add billing method";

/** Stripe's form to save a card. */
export function StripeCard() {
  const setup = api.useMutation("post", "/api/settings/payment/billingmethod/setup");
  const begun = useRef(false);
  const { mutate } = setup;
  useEffect(() => {
    if (begun.current || !loadPage(PAGE)) return;
    begun.current = true;
    mutate({});
  }, [mutate]);
  if (setup.data) return <SetupForm setup={setup.data} />;
  if (!setup.error) return <Card>{formPlaceholder}</Card>;
  return <ErrorState message={messageOf(setup.error, FAILED)} onRetry={() => mutate({})} />;
}

function SetupForm({ setup }: { setup: Schemas["BillingSetup"] }) {
  const navigate = useNavigate();
  const reload = useReloadCards();
  const keep = api.useMutation("put", "/api/settings/payment/billingmethod/setup/{id}");
  return (
    <Card className="grid gap-5">
      <StripeForm
        page={PAGE}
        publishableKey={setup.publishableKey}
        clientSecret={setup.clientSecret}
        typed
        label="Save card"
        busyLabel="Saving…"
        failed={FAILED}
        nothing="Nothing was saved."
        note="Stripe keeps your card. This community never sees its number."
        confirm={async ({ stripe, elements }) => {
          if (!elements) throw new Error(FAILED);
          return stripe.confirmSetup({
            elements,
            confirmParams: { return_url: new URL("/bills", window.location.origin).href },
            redirect: "if_required",
          });
        }}
        onEnded={async () => {
          await keep.mutateAsync({ params: { path: { id: setup.id } } });
          toast.success("Card added");
          reload();
          navigate("/bills", { replace: true });
        }}
      />
    </Card>
  );
}
