import { useState } from "react";
import * as z from "zod/mini";
import { Button, ButtonLink } from "@/components/button";
import { Form, FormError, Input, Textarea } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import { SparkSign } from "@/components/price";
import { toNumber, typedNumber } from "@/lib/amount";
import {
  ApiError,
  api,
  messageOf,
  type Schemas,
  useIdempotencyKey,
  useQueryCache,
} from "@/lib/api";
import { spendableSparks } from "@/lib/balance";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatAmount } from "@/lib/format";

/** Longest message with a gift. */
const MESSAGE = 280;

const AMOUNT = "Enter an amount such as 2 or 2.50";

interface GiveFormProps {
  /** Id of a member, or `community`. */
  to: string;
  /** First name of the receiver, or 'the community'. */
  name: string;
}

/** Form for an amount and a message; the gift is made once the person has confirmed it. */
export function GiveForm({ to, name }: GiveFormProps) {
  const [given, setGiven] = useState<number>();
  if (given !== undefined) {
    return <Done name={name} amount={given} onAgain={() => setGiven(undefined)} />;
  }
  return <Fields to={to} name={name} onGiven={setGiven} />;
}

function Fields({ to, name, onGiven }: GiveFormProps & { onGiven: (amount: number) => void }) {
  const cache = useQueryCache();
  const balance = api.useQuery("get", "/api/wallet/balance").data;
  const sparks = balance?.spark_tokens ?? Number.POSITIVE_INFINITY;
  const most = balance ? spendableSparks(balance) : Number.POSITIVE_INFINITY;
  const schema = z.object({
    amount: typedNumber(AMOUNT, 0.01, Number.POSITIVE_INFINITY).check(
      z.refine((text) => toNumber(text) <= most, "That is more sparks than you can give"),
    ),
    message: z.string().check(z.maxLength(MESSAGE, `Please keep it to ${MESSAGE} characters`)),
  });
  const form = useAppForm(schema, { amount: "", message: "" });
  const [confirming, setConfirming] = useState<{ amount: number; message: string }>();
  const key = useIdempotencyKey();
  const give = api.useMutation("post", "/api/spark-gifts", {
    onSuccess: ({ amount }) => {
      key.renew();
      setConfirming(undefined);
      cache.invalidate(
        "/api/wallet/balance",
        "/api/wallet/transactions",
        "/api/spark-gifts",
        "/api/pot",
      );
      onGiven(amount);
    },
    onError: (error) => {
      // Without a response it may have been given: the retry must carry the same key.
      if (!(error instanceof ApiError) || error.status === 0) return;
      key.renew();
      setConfirming(undefined);
      showServerErrors(form, error);
    },
  });
  const confirm = (chosen: { amount: number; message: string }) =>
    give.mutate({ params: { header: key.header }, body: { to, ...chosen } });
  return (
    <>
      <Form
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ amount, message }) =>
          setConfirming({ amount: toNumber(amount), message }),
        )}
      >
        <Input
          label="Sparks"
          prefix={<SparkSign />}
          inputMode="decimal"
          autoComplete="off"
          hint={balance && haveText(balance)}
          {...fieldOf(form, "amount")}
        />
        <Textarea
          label="Message"
          optional
          rows={3}
          hint={to === "community" ? "The admins read it" : `${name} reads it`}
          {...fieldOf(form, "message")}
        />
        <FormError form={form} />
        <Button type="submit" variant="spark" block>
          Continue
        </Button>
      </Form>
      <ConfirmDialog
        open={confirming !== undefined}
        onOpenChange={(open) => !open && setConfirming(undefined)}
        title={`Give ${formatAmount("spark_token", confirming?.amount ?? 0)} to ${name}?`}
        description={leftText(sparks - (confirming?.amount ?? 0))}
        confirmLabel="Give sparks"
        variant="spark"
        busy={give.isPending}
        error={give.error ? messageOf(give.error) : undefined}
        onConfirm={() => confirming && confirm(confirming)}
      />
    </>
  );
}

/** Returns the balance in words, and how far it may fall. */
function haveText({ spark_tokens, credit_limit }: Schemas["Balance"]): string {
  const have = `You have ${formatAmount("spark_token", spark_tokens)}`;
  return credit_limit ? `${have}, and may owe ${formatAmount("spark_token", credit_limit)}` : have;
}

/** Returns what is left after the gift, as far as the balance is known. */
function leftText(left: number): string {
  const undo = "You cannot take it back yourself.";
  if (!Number.isFinite(left)) return undo;
  return `You will have ${formatAmount("spark_token", Math.round(left * 100) / 100)} left. ${undo}`;
}

interface DoneProps {
  name: string;
  amount: number;
  onAgain: () => void;
}

function Done({ name, amount, onAgain }: DoneProps) {
  return (
    <div className="grid gap-4" role="status">
      <p className="text-title">
        You gave {name} {formatAmount("spark_token", amount)}
      </p>
      <p className="text-ink-2">Thank you. You both find it under Notifications.</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={onAgain}>
          Give more
        </Button>
        <ButtonLink to="/wallet">Go to your wallet</ButtonLink>
      </div>
    </div>
  );
}
