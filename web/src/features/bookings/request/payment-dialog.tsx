import { useState } from "react";
import { Button, ButtonLink } from "@/components/button";
import { FormMessage } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { Dialog, DialogActions } from "@/components/overlay";
import { Loading, Skeleton } from "@/components/skeleton";
import { WhatAreSparks } from "@/components/what-are-sparks";
import { api, type Schemas } from "@/lib/api";
import type { Site } from "@/lib/site";
import { formatAmount } from "../format";
import {
  isAffordable,
  optionsOf,
  type PaymentOption,
  PaymentOptions,
  shortfallText,
} from "./payment-options";
import { RequestTerms } from "./request-terms";
import type { RequestValues } from "./schema";

interface PaymentDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  site: Site;
  quote: Schemas["Quote"];
  /** The request, to be read again. */
  skill: Schemas["Skill"];
  values: RequestValues;
  /** Address to return to after topping up. */
  returnTo: string;
  busy: boolean;
  error: string | undefined;
  /** Whether the card is authorised already, so that only the request is left to send. */
  hasPaid: boolean;
  onPay: (option: PaymentOption) => void;
  /** Sends the request with the authorised card. */
  onSend: () => void;
  /** Returns to the choice of a method. */
  onPayAgain: () => void;
}

/** Dialog to choose the payment method, with the person's balance, before anything is sent. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { open, onOpenChange, quote, skill, values, hasPaid } = props;
  const [picked, setPicked] = useState<PaymentOption["method"]>();
  const byCard = hasPaid || picked === "card";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={hasPaid ? "Send your request" : "How would you like to pay?"}
      description={
        byCard
          ? `Your card is ${hasPaid ? "authorised" : "only authorised now"}. It is charged only if they say yes in time.`
          : "It is held safely until the work is done, and comes back to you if they say no."
      }
    >
      <RequestTerms quote={quote} skill={skill} values={values} byCard={byCard} />
      {hasPaid ? (
        <SendWithCard {...props} />
      ) : (
        <Choose {...props} picked={picked} onPick={setPicked} />
      )}
    </Dialog>
  );
}

function SendWithCard({ busy, error, onSend, onPayAgain, quote }: PaymentDialogProps) {
  return (
    <>
      <FormMessage>{error}</FormMessage>
      <DialogActions>
        <Button variant="quiet" className="flex-1" disabled={busy} onClick={onPayAgain}>
          Pay another way
        </Button>
        <Button
          variant="spark"
          className="flex-1"
          busy={busy}
          busyLabel="Sending…"
          onClick={onSend}
        >
          Send request for {formatAmount("card", quote.price)}
        </Button>
      </DialogActions>
    </>
  );
}

interface ChooseProps extends PaymentDialogProps {
  picked: PaymentOption["method"] | undefined;
  onPick: (method: PaymentOption["method"]) => void;
}

function Choose(props: ChooseProps) {
  const { open, site, quote } = props;
  const balance = api.useQuery("get", "/api/wallet/balance", {}, { enabled: open, staleTime: 0 });
  return (
    <Loaded
      query={balance}
      error="Your balance could not be loaded. Nothing was paid."
      skeleton={
        <Loading>
          <div className="grid gap-2.5">
            <Skeleton className="h-18 rounded-m" />
            <Skeleton className="h-18 rounded-m" />
          </div>
        </Loading>
      }
    >
      {(held) => <Choice {...props} options={optionsOf(site, quote, held)} />}
    </Loaded>
  );
}

function Choice(props: ChooseProps & { options: PaymentOption[] }) {
  const { options, site, busy, error, picked, onPick } = props;
  const affordable = options.filter(isAffordable);
  // Whoever has enough need not reach for a card; whoever has not is told so, and may choose one.
  const usual = affordable.find(({ method }) => method !== "card");
  const chosen = affordable.find(({ method }) => method === picked) ?? usual;
  const cash = options.find(({ method }) => method === "wallet");
  const canTopUp = site.payments !== "none" && cash !== undefined && !isAffordable(cash);
  return (
    <>
      <div>
        <PaymentOptions options={options} chosen={chosen?.method} onChoose={onPick} />
        <WhatAreSparks spelled className="-mb-2" />
      </div>
      <FormMessage>
        {chosen ? error : "Insufficient funds. Please top up your wallet or tokens."}
      </FormMessage>
      {!chosen && <p className="num text-small text-ink-2">{shortfallText(options)}</p>}
      <DialogActions>
        {canTopUp && (
          <ButtonLink
            to={topUpPath(cash, props.returnTo)}
            variant={chosen ? "quiet" : "spark"}
            className="flex-1"
          >
            Top up
          </ButtonLink>
        )}
        {chosen && (
          <Button
            variant="spark"
            className="flex-1"
            busy={busy}
            busyLabel="Paying…"
            onClick={() => props.onPay(chosen)}
          >
            {chosen.method === "card" ? "Continue with" : "Pay"}{" "}
            {formatAmount(chosen.method, chosen.price)}
          </Button>
        )}
        {!chosen && !canTopUp && (
          <ButtonLink to="/settings/skill/add" variant="spark" className="flex-1">
            Earn sparks with a skill
          </ButtonLink>
        )}
      </DialogActions>
    </>
  );
}

/** Returns the path of the top-up screen, with the missing amount and the way back. */
function topUpPath({ price, has }: PaymentOption, returnTo: string): string {
  const missing = Math.ceil((price - has) * 100) / 100;
  return `/fund?${new URLSearchParams({ amount: missing.toFixed(2), return: returnTo })}`;
}
