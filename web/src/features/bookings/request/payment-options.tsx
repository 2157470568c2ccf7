import { CreditCard, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { RadioCard } from "@/components/form";
import { SparkSign } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { spendableSparks } from "@/lib/balance";
import type { Site } from "@/lib/site";
import type { PayWith } from "../api/use-send-request";
import { formatAmount, methodName } from "../format";

export interface PaymentOption {
  method: Exclude<PayWith, "none">;
  price: number;
  /** Amount that the person can spend, with what they may owe. */
  has: number;
  /** Sparks of it that the person would owe. */
  credit?: number;
}

/** Returns the payment methods of this community, with what the person can spend in each. */
export function optionsOf(
  { mode, payments }: Pick<Site, "mode" | "payments">,
  quote: Schemas["Quote"],
  balance: Schemas["Balance"],
): PaymentOption[] {
  const sparks: PaymentOption = {
    method: "spark_token",
    price: quote.spark_token,
    has: spendableSparks(balance),
    credit: balance.credit_limit,
  };
  const cash: PaymentOption = { method: "wallet", price: quote.price, has: balance.balance };
  if (mode === "tokens") return [sparks];
  const card: PaymentOption = { method: "card", price: quote.price, has: 0 };
  return payments === "none" ? [cash, sparks] : [card, cash, sparks];
}

/** Checks whether the person has enough; only the bank knows that of a card. */
export function isAffordable({ method, has, price }: PaymentOption): boolean {
  return method === "card" || has >= price;
}

/** Returns the shortfall in each payment method: `You are £18.00 or 8 sparks short.` */
export function shortfallText(options: readonly PaymentOption[]): string {
  const missing = options
    .filter((option) => !isAffordable(option))
    .map(({ method, price, has }) => formatAmount(method, Math.round((price - has) * 100) / 100));
  return `You are ${missing.join(" or ")} short.`;
}

const icons: Record<PaymentOption["method"], ReactNode> = {
  card: <CreditCard className="size-6" />,
  wallet: <Wallet className="size-6" />,
  spark_token: <SparkSign className="size-6" />,
};

function optionText(option: PaymentOption): string {
  const { method, has, credit } = option;
  if (method === "card") return "Taken only if they say yes";
  const able = credit ? "You can spend" : "You have";
  return `${able} ${formatAmount(method, has)}${isAffordable(option) ? "" : ": not enough"}`;
}

interface PaymentOptionsProps {
  options: readonly PaymentOption[];
  chosen: PayWith | undefined;
  onChoose: (method: PaymentOption["method"]) => void;
}

/** A choice of payment method; those the person cannot afford are disabled. */
export function PaymentOptions({ options, chosen, onChoose }: PaymentOptionsProps) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">Pay with</legend>
      {options.map((option) => {
        const affordable = isAffordable(option);
        return (
          <RadioCard
            key={option.method}
            name="payment"
            value={option.method}
            checked={chosen === option.method}
            disabled={!affordable}
            onChoose={() => onChoose(option.method)}
            icon={icons[option.method]}
            title={methodName(option.method)}
            text={optionText(option)}
            end={formatAmount(option.method, option.price)}
          />
        );
      })}
    </fieldset>
  );
}
