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
  onPay: (option: PaymentOption) => void;
}

/** Dialog to choose the payment method, with the person's balance, before anything is sent. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { open, onOpenChange, site, quote, skill, values } = props;
  const balance = api.useQuery("get", "/api/wallet/balance", {}, { enabled: open, staleTime: 0 });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="How would you like to pay?"
      description="It is held safely until the work is done, and comes back to you if they say no."
    >
      <RequestTerms quote={quote} skill={skill} values={values} />
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
        {(held) => <Choice {...props} options={optionsOf(site.mode, quote, held)} />}
      </Loaded>
    </Dialog>
  );
}

function Choice(props: PaymentDialogProps & { options: PaymentOption[] }) {
  const { options, site, busy, error } = props;
  const [picked, setPicked] = useState<PaymentOption["method"]>();
  const affordable = options.filter(isAffordable);
  const chosen = affordable.find(({ method }) => method === picked) ?? affordable[0];
  const cash = options.find(({ method }) => method === "wallet");
  const canTopUp = site.payments !== "none" && cash !== undefined && !isAffordable(cash);
  return (
    <>
      <div>
        <PaymentOptions options={options} chosen={chosen?.method} onChoose={setPicked} />
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
            Pay {formatAmount(chosen.method, chosen.price)}
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

/** Returns the address of the top-up screen, with the missing amount and the way back. */
function topUpPath({ price, has }: PaymentOption, returnTo: string): string {
  const missing = Math.ceil((price - has) * 100) / 100;
  return `/fund?${new URLSearchParams({ amount: missing.toFixed(2), return: returnTo })}`;
}
