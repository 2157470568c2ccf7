import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError } from "@/components/form";
import type { Schemas } from "@/lib/api";
import { randomKey } from "@/lib/random-key";
import { useSite } from "@/lib/site";
import { useOwnId } from "../api/use-booking";
import { useFreeTimeCache } from "../api/use-free-time";
import { useSaveAddress } from "../api/use-save-address";
import { type PayWith, useSendRequest } from "../api/use-send-request";
import { firstWord } from "../format";
import { outcomePath } from "../use-outcome";
import { requestDraft } from "./draft";
import { filledFor } from "./for-need";
import { locate } from "./locate";
import { NeedNote } from "./need-note";
import { QuoteView, useQuote } from "./quote-view";
import { isPolicyChange, missingText, paymentError, showRequestErrors } from "./request-errors";
import { RequestForm } from "./request-form";
import { requestSchema } from "./request-schema";
import { startOf } from "./schema";
import { SkillSummary } from "./skill-summary";
import { useDraftForm } from "./use-draft-form";

// Loaded after the form, which does not need it at first.
const PaymentDialog = lazy(async () => ({
  default: (await import("./payment-dialog")).PaymentDialog,
}));

type Quote = Schemas["Quote"];

interface RequestScreenProps {
  skill: Schemas["Skill"];
  /** The need on the board for which it is. */
  need?: Schemas["Need"] | undefined;
}

/** The request form, with the price, payment and confirmation. */
export function RequestScreen({ skill, need }: RequestScreenProps) {
  const navigate = useNavigate();
  const site = useSite().data;
  const ownId = useOwnId();
  // What was filled in stays, even if the need is read again.
  const [filled] = useState(() => need && filledFor(need, skill));
  const draft = useMemo(() => requestDraft(ownId, skill.id, filled), [ownId, skill.id, filled]);
  const { form, file, saveStatus, setFile } = useDraftForm(draft);
  const values = form.watch();
  const quote = useQuote(skill.id, values.hours, startOf(values));
  const send = useSendRequest(draft, skill);
  const freeTime = useFreeTimeCache();
  const saveAddress = useSaveAddress();
  const payment = usePaymentStep();
  // The screen is left once the request is sent.
  const busy = send.isPending || send.isSuccess;
  useEffect(() => {
    // Shown as soon as the request is sent; a failed fetch is repeated then.
    import("../screens/outward-progress").catch(() => undefined);
  }, []);
  const paying = payment.open && z.safeParse(requestSchema, values).success;

  const closePayment = () => {
    send.reset();
    payment.close();
  };
  const sendWith = (method: PayWith, price: number, { cancellation_policy: policy }: Quote) =>
    send.start(
      { values: form.getValues(), file, method, card: payment.card, price, policy, need: need?.id },
      {
        onSuccess: (booking) => {
          saveAddress(form.getValues());
          freeTime.markStale();
          navigate(outcomePath(`/outward-progress/${booking.id}`, "sent"), { replace: true });
        },
        onError: (error) => {
          if (isPolicyChange(error)) quote.refetch();
          if (!showRequestErrors(form, error, method)) return;
          freeTime.reload();
          closePayment();
        },
      },
    );
  const bookNow = form.handleSubmit(async (values) => {
    if (!quote.data) return;
    // A typed address is looked up, so that the provider sees it on a map.
    const point = values.point ?? (await locate(values));
    form.setValue("point", point);
    if (quote.data.price === 0) sendWith("none", 0, quote.data);
    else payment.begin();
  });
  const { errors, isSubmitted, isSubmitting } = form.formState;

  return (
    <>
      <Form
        className="grid max-w-5xl items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10"
        onSubmit={bookNow}
      >
        <div className="grid gap-6">
          <SkillSummary skill={skill} />
          {need && <NeedNote need={need} />}
          <RequestForm
            form={form}
            provider={{ id: skill.user_id, firstname: firstWord(skill.creator_name) }}
            file={file}
            saveStatus={saveStatus}
            onFile={setFile}
          />
        </div>
        <aside
          aria-label="Price"
          className="roomy:sticky bottom-16 -mx-4 -mb-6 grid gap-3 border-t border-line bg-card p-4 md:bottom-0 md:-mx-8 md:px-8 lg:top-24 lg:bottom-auto lg:mx-0 lg:mb-0 lg:rounded-m lg:border-0 lg:p-5 lg:shadow-card"
        >
          <QuoteView quote={quote} mode={site?.mode} />
          <FormError form={form} apart>
            {isSubmitted ? missingText(values, errors) : undefined}
          </FormError>
          <Button
            type="submit"
            variant="spark"
            block
            busy={isSubmitting || (busy && !paying)}
            disabled={!quote.data || quote.isError || Boolean(quote.data.refusal) || !site}
          >
            Book Now
          </Button>
        </aside>
      </Form>
      <Suspense>
        {site && quote.data && (
          <PaymentDialog
            open={paying}
            onOpenChange={(open) => !open && !busy && closePayment()}
            site={site}
            quote={quote.data}
            skill={skill}
            values={values}
            returnTo={payment.returnTo}
            busy={busy}
            error={paymentError(send.error)}
            hasPaid={payment.card !== undefined}
            onPay={({ method, price }) => {
              if (method === "card") navigate(payByCardPath(price, payment.returnTo));
              else sendWith(method, price, quote.data);
            }}
            onSend={() => sendWith("card", quote.data.price, quote.data)}
            onPayAgain={() => {
              send.reset();
              payment.begin();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Returns the path of the card form, with a payment of its own. */
function payByCardPath(price: number, returnTo: string): string {
  const params = { amount: price.toFixed(2), key: randomKey(), return: returnTo };
  return `/pay-by-card?${new URLSearchParams(params)}`;
}

/**
 * Whether the payment dialog is open, and the card payment that was authorised for it; kept in the
 * address, so that topping up and paying by card lead back to it.
 */
function usePaymentStep() {
  const [params, setParams] = useSearchParams();
  const open = params.get("pay") === "1";
  const set = (on: boolean) => {
    const next = new URLSearchParams(params);
    next.delete("card");
    if (on) next.set("pay", "1");
    else next.delete("pay");
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return {
    open,
    card: params.get("card") ?? undefined,
    begin: () => set(true),
    close: () => set(false),
    returnTo: `/book-service?${params}`,
  };
}
