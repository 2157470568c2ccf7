import type { ComponentProps } from "react";
import { Select } from "@/components/form";
import { policies } from "../policies";

type Policy = keyof typeof policies;

type PolicySelectProps = Omit<ComponentProps<typeof Select>, "label" | "hint" | "children"> & {
  policy: Policy;
};

/** What a client gets back who cancels after the request was accepted. */
export function PolicySelect({ policy, ...rest }: PolicySelectProps) {
  return (
    <Select {...rest} label="If a client cancels" hint={policies[policy].text}>
      {Object.entries(policies).map(([value, { name }]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
}
