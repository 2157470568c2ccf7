import { Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { RadioCard } from "@/components/form";
import { SparkSign } from "@/components/price";
import type { Schemas } from "@/lib/api";
import type { PayWith } from "../api/use-send-request";
import { formatAmount, methodName } from "../format";

export interface PaymentOption {
  method: Exclude<PayWith, "none">;
  price: number;
  has: number;
}

/** Returns the payment methods of this community, with the person's balance in each. */
export function optionsOf(
  mode: Schemas["Site"]["mode"],
  quote: Schemas["Quote"],
  balance: Schemas["Balance"],
): PaymentOption[] {
  const sparks: PaymentOption = {
    method: "spark_token",
    price: quote.spark_token,
    has: balance.spark_tokens,
  };
  const cash: PaymentOption = { method: "wallet", price: quote.price, has: balance.balance };
  return mode === "tokens" ? [sparks] : [cash, sparks];
}

export function isAffordable({ has, price }: PaymentOption): boolean {
  return has >= price;
}

/** Returns the shortfall in each payment method: `You are £18.00 or 8 sparks short.` */
export function shortfallText(options: readonly PaymentOption[]): string {
  const missing = options.map(({ method, price, has }) =>
    formatAmount(method, Math.round((price - has) * 100) / 100),
  );
  return `You are ${missing.join(" or ")} short.`;
}

const icons: Record<PaymentOption["method"], ReactNode> = {
  wallet: <Wallet className="size-6" />,
  spark_token: <SparkSign className="size-6" />,
};

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
            text={`You have ${formatAmount(option.method, option.has)}${affordable ? "" : ": not enough"}`}
            end={formatAmount(option.method, option.price)}
          />
        );
      })}
    </fieldset>
  );
}
