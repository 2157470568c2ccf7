import { Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { SparkSign } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { amountWords } from "../words";
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

const looks: Record<PaymentOption["method"], { name: string; icon: ReactNode }> = {
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
        const { name, icon } = looks[option.method];
        const affordable = isAffordable(option);
        return (
          <label
            key={option.method}
            className={cx(
              "flex min-h-16 items-center gap-3 rounded-m border-[1.5px] p-3.5 has-focus-visible:outline-3 has-focus-visible:outline-leaf",
              chosen === option.method ? "border-leaf bg-leaf-soft" : "border-edge",
              affordable ? "cursor-pointer" : "cursor-not-allowed bg-sunk",
            )}
          >
            <input
              type="radio"
              name="payment"
              value={option.method}
              checked={chosen === option.method}
              disabled={!affordable}
              onChange={() => onChoose(option.method)}
              className="size-5 shrink-0 accent-leaf"
            />
            <span aria-hidden="true" className="text-leaf">
              {icon}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-bold">{name}</span>
              <span className="num block text-small text-ink-2">
                You have {amountWords(option.method, option.has)}
                {!affordable && ": not enough"}
              </span>
            </span>
            <span className="num font-bold">{amountWords(option.method, option.price)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
