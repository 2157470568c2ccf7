import type { ComponentProps } from "react";
import { Select } from "@/components/form";
import { policies } from "../policies";

type Policy = keyof typeof policies;

type PolicySelectProps = Omit<ComponentProps<typeof Select>, "label" | "hint" | "children"> & {
  policy: Policy;
};

/** Choice of the refund for a client who cancels after acceptance. */
export function PolicySelect({ policy, ...rest }: PolicySelectProps) {
  return (
    <Select {...rest} label="If a neighbour cancels" hint={policies[policy].text}>
      {Object.entries(policies).map(([value, { name }]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
}
