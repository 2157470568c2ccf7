import type { ComponentProps } from "react";
import { Input } from "@/components/form";
import { Sparks } from "@/components/price";
import { useSite } from "@/lib/site";
import { SPARKS } from "@/lib/words";
import { isRate, toSparks } from "../rate";

type RateInputProps = Omit<ComponentProps<typeof Input>, "label" | "hint" | "prefix"> & {
  /** Value of the field, for the price in sparks. */
  rate: string;
};

/** Field for the hourly rate in pounds, showing the price in sparks during typing. */
export function RateInput({ rate, ...rest }: RateInputProps) {
  const mode = useSite().data?.mode;
  if (mode === "gift") {
    return <p>Here neighbours help each other for free, so there is no price to set.</p>;
  }
  return (
    <div className="grid gap-2">
      <Input
        {...rest}
        label="Hourly rate"
        hint={
          mode === "tokens"
            ? `What an hour is worth in pounds. ${SPARKS.worth}`
            : "In pounds. You can change it at any time."
        }
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        prefix="£"
      />
      <output className="min-h-6">
        {isRate(rate) && (
          <>
            Neighbours can pay <Sparks amount={toSparks(rate)} spelled className="align-bottom" />{" "}
            an hour instead.
          </>
        )}
      </output>
    </div>
  );
}
