import { Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { RadioCard } from "@/components/form";
import { SparkSign } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { formatAmount } from "../format";
import type { PayWith } from "./use-send-request";

export interface PaymentOption {
  method: Exclude<PayWith, "none">;
  price: number;
  has: number;
}

/** The ways to pay in this community, with what the person has of each. */
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

const methods: Record<PaymentOption["method"], { name: string; icon: ReactNode }> = {
  wallet: { name: "Account wallet", icon: <Wallet className="size-6" /> },
  spark_token: { name: "Spark tokens", icon: <SparkSign className="size-6" /> },
};

interface PaymentOptionsProps {
  options: readonly PaymentOption[];
  chosen: PayWith | undefined;
  onChoose: (method: PaymentOption["method"]) => void;
}

/** A choice of one; what cannot be afforded cannot be chosen. */
export function PaymentOptions({ options, chosen, onChoose }: PaymentOptionsProps) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">Pay with</legend>
      {options.map((option) => {
        const { name, icon } = methods[option.method];
        const affordable = isAffordable(option);
        return (
          <RadioCard
            key={option.method}
            name="payment"
            value={option.method}
            checked={chosen === option.method}
            disabled={!affordable}
            onChoose={() => onChoose(option.method)}
            icon={icon}
            title={name}
            text={`You have ${formatAmount(option.method, option.has)}${affordable ? "" : ": not enough"}`}
            end={formatAmount(option.method, option.price)}
          />
        );
      })}
    </fieldset>
  );
}
