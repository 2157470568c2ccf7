import { lazy, Suspense, useId, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import type { Schemas } from "@/lib/api";
import { useSite } from "@/lib/site";
import { useReloadFreeTime } from "../date-time/use-free-time";
import { type Booking, firstWord } from "../format";
import { useOwnId } from "../use-booking";
import { requestDraft } from "./draft";
import { locate } from "./locate";
import { QuoteView, useQuote } from "./quote-view";
import { isPolicyChange, paymentError, showRequestErrors } from "./request-errors";
import { RequestForm } from "./request-form";
import { REQUIRED, requestSchema, startOf } from "./schema";
import { SkillSummary } from "./skill-summary";
import { useDraftForm } from "./use-draft-form";
import { useSaveAddress } from "./use-save-address";
import { type PayWith, useSendRequest } from "./use-send-request";

// Loaded behind the form, which does not need them at first.
const PaymentDialog = lazy(async () => ({
  default: (await import("./payment-dialog")).PaymentDialog,
}));
const SentDialog = lazy(async () => ({ default: (await import("./sent-dialog")).SentDialog }));

type Quote = Schemas["Quote"];

/** Asking for somebody's time: the form, the price, the payment, and the confirmation. */
export function RequestScreen({ skill }: { skill: Schemas["Skill"] }) {
  const formId = useId();
  const site = useSite().data;
  const ownId = useOwnId();
  const draft = useMemo(() => requestDraft(ownId, skill.id), [ownId, skill.id]);
  const { form, file, saveStatus, setFile } = useDraftForm(draft);
  const values = form.watch();
  const quote = useQuote(skill.id, values.hours, startOf(values));
  const send = useSendRequest(draft, skill);
  const reloadFreeTime = useReloadFreeTime();
  const saveAddress = useSaveAddress();
  const [sent, setSent] = useState<Booking | null>(null);
  const payment = usePaymentStep();
  const paying = payment.open && !sent && z.safeParse(requestSchema, values).success;

  const closePayment = () => {
    send.reset();
    payment.close();
  };
  const sendWith = (method: PayWith, price: number, { cancellation_policy: policy }: Quote) =>
    send.start(
      { values: form.getValues(), file, method, price, policy },
      {
        onSuccess: (booking) => {
          saveAddress(form.getValues());
          reloadFreeTime();
          setSent(booking);
        },
        onError: (error) => {
          if (isPolicyChange(error)) quote.refetch();
          if (!showRequestErrors(form, error, method)) return;
          reloadFreeTime();
          closePayment();
        },
      },
    );
  const bookNow = form.handleSubmit(
    async (asked) => {
      if (!quote.data) return;
      // A typed address is looked up, so that whoever comes finds it on a map.
      const point = asked.point ?? (await locate(asked));
      form.setValue("point", point);
      if (quote.data.price === 0) sendWith("none", 0, quote.data);
      else payment.begin();
    },
    () => form.setError("root.server", { message: REQUIRED }),
  );

  return (
    <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10">
      <div className="grid gap-6">
        <SkillSummary skill={skill} />
        <RequestForm
          id={formId}
          form={form}
          provider={{ id: skill.user_id, firstname: firstWord(skill.creator_name) }}
          file={file}
          saveStatus={saveStatus}
          onFile={setFile}
          onSubmit={bookNow}
        />
      </div>
      <aside
        aria-label="Price"
        className="roomy:sticky bottom-16 -mx-4 -mb-6 grid gap-3 border-t border-line bg-card p-4 md:bottom-0 md:-mx-8 md:px-8 lg:top-24 lg:bottom-auto lg:mx-0 lg:mb-0 lg:rounded-m lg:border-0 lg:p-5 lg:shadow-card"
      >
        <QuoteView quote={quote} mode={site?.mode} />
        <Button
          type="submit"
          form={formId}
          variant="spark"
          block
          busy={form.formState.isSubmitting || (send.isPending && !paying)}
          disabled={!quote.data || quote.isError || !site}
        >
          Book Now
        </Button>
      </aside>
      <Suspense>
        {site && quote.data && (
          <PaymentDialog
            open={paying}
            onOpenChange={(open) => !open && !send.isPending && closePayment()}
            site={site}
            quote={quote.data}
            skill={skill}
            values={values}
            returnTo={payment.returnTo}
            busy={send.isPending}
            error={paymentError(send.error)}
            onPay={({ method, price }) => sendWith(method, price, quote.data)}
          />
        )}
        <SentDialog booking={sent} />
      </Suspense>
    </div>
  );
}

/** Whether the payment is being chosen; in the address, so that topping up leads back into it. */
function usePaymentStep() {
  const [params, setParams] = useSearchParams();
  const open = params.get("pay") === "1";
  const set = (on: boolean) => {
    const next = new URLSearchParams(params);
    if (on) next.set("pay", "1");
    else next.delete("pay");
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return {
    open,
    begin: () => set(true),
    close: () => set(false),
    returnTo: `/book-service?${params}`,
  };
}
