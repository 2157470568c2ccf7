import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { FormMessage } from "@/components/form";
import { Loading, Skeleton } from "@/components/skeleton";
import { ErrorState } from "@/components/states";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { loadPage, useStripeForm } from "@/lib/stripe-form";
import { useReloadCards } from "../api/use-reload-cards";

/** Path of the page whose Content-Security-Policy lets the card form load. */
const PAGE = "/add-bills";
const FAILED = "Failed to add billing method";
/** An error that must not be told again: the card form shows it beside the field. */
const SHOWN = "validation_error";
/** The card was saved already, such as before a lost answer. */
const ENDED = "setup_intent_unexpected_state";

const placeholder = (
  <Loading>
    <Skeleton className="h-56 rounded-m" />
  </Loading>
);

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
  if (!setup.error) return <Card>{placeholder}</Card>;
  return <ErrorState message={messageOf(setup.error, FAILED)} onRetry={() => mutate({})} />;
}

function SetupForm({ setup }: { setup: Schemas["BillingSetup"] }) {
  const navigate = useNavigate();
  const reload = useReloadCards();
  const { frame, form, state } = useStripeForm({ page: PAGE, ...setup });
  const keep = api.useMutation("put", "/api/settings/payment/billingmethod/setup/{id}");
  const save = useMutation({
    mutationFn: async () => {
      if (!form.current) throw new Error(FAILED);
      const { error } = await form.current.stripe.confirmSetup({
        elements: form.current.elements,
        confirmParams: { return_url: new URL("/bills", window.location.origin).href },
        redirect: "if_required",
      });
      if (error && error.code !== ENDED) {
        throw new Error(error.type === SHOWN ? "" : (error.message ?? FAILED));
      }
      await keep.mutateAsync({ params: { path: { id: setup.id } } });
    },
    onSuccess: () => {
      toast.success("Card added");
      reload();
      navigate("/bills", { replace: true });
    },
  });
  return (
    <Card className="grid gap-5">
      {state === "loading" && placeholder}
      {state === "failed" ? (
        <FormMessage>
          The card form could not be loaded. Nothing was saved. Check your connection, and switch
          off blockers for this page.
        </FormMessage>
      ) : (
        <div ref={frame} className={cx(state === "loading" && "h-0 overflow-hidden")} />
      )}
      <FormMessage>
        {save.error ? messageOf(save.error, save.error.message) : undefined}
      </FormMessage>
      {state === "failed" ? (
        <Button variant="spark" block onClick={() => window.location.reload()}>
          Try again
        </Button>
      ) : (
        <Button
          variant="spark"
          block
          busy={save.isPending}
          busyLabel="Saving…"
          disabled={state === "loading"}
          onClick={() => save.mutate()}
        >
          Save card
        </Button>
      )}
      <p className="text-center text-small text-ink-2">
        Stripe keeps your card. This community never sees its number.
      </p>
    </Card>
  );
}
