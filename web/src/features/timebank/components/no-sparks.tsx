import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";

/** Shown where the community has no prices, and so no sparks. */
export function NoSparks() {
  return (
    <EmptyState
      art="wallet"
      title="Nothing has a price here"
      action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
    >
      In this community neighbours help each other for free.
    </EmptyState>
  );
}
