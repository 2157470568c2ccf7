import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { Form, FormError, Input } from "@/components/form";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatMoney } from "@/lib/format";
import type { Site } from "@/lib/site";
import type { useFunding } from "../api/use-funding";

const SUGGESTED = [10, 20, 50];

interface AmountStepProps {
  site: Site;
  start: ReturnType<typeof useFunding>["start"];
  /** Initial amount, such as the shortfall of a booking. */
  amountParam: string;
}

/** Form for the amount to add. */
export function AmountStep({ site, start, amountParam }: AmountStepProps) {
  const { min_funding: min, max_funding: max } = site;
  const range = `Enter an amount from ${formatMoney(min)} to ${formatMoney(max)}`;
  const schema = z.object({
    amount: z.string().check(
      z.trim(),
      z.regex(/^\d+([.,]\d{1,2})?$/, range),
      z.refine((text) => toPounds(text) >= min && toPounds(text) <= max, range),
    ),
  });
  const form = useAppForm(schema, { amount: initialAmount(amountParam, min) });
  const amount = form.watch("amount");
  return (
    <Form
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) =>
        start.mutate(toPounds(values.amount), {
          onError: (error) => showServerErrors(form, error),
        }),
      )}
    >
      <Input
        label="Amount"
        prefix="£"
        inputMode="decimal"
        autoComplete="off"
        hint={`From ${formatMoney(min)} to ${formatMoney(max)}`}
        {...fieldOf(form, "amount")}
      />
      <div className="flex flex-wrap gap-2">
        {SUGGESTED.filter((pounds) => pounds >= min && pounds <= max).map((pounds) => (
          <Chip
            key={pounds}
            pressed={toPounds(amount) === pounds}
            onClick={() => form.setValue("amount", String(pounds), { shouldValidate: true })}
          >
            {formatMoney(pounds)}
          </Chip>
        ))}
      </div>
      <FormError form={form} />
      <Button
        type="submit"
        variant="spark"
        block
        disabled={amount.trim() === ""}
        busy={start.isPending}
      >
        Continue
      </Button>
    </Form>
  );
}

/** Parses typed pounds: `12.5`, or `12,5`. */
function toPounds(text: string): number {
  return Number(text.trim().replace(",", "."));
}

function initialAmount(amountParam: string, min: number): string {
  const pounds = toPounds(amountParam);
  return pounds > 0 ? Math.max(pounds, min).toFixed(2) : "";
}
