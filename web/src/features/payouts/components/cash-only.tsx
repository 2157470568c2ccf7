import type { ReactNode } from "react";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { useSite } from "@/lib/site";

/** Shows its children only where the community uses pounds. */
export function CashOnly({ children }: { children: ReactNode }) {
  const site = useSite();
  if (site.isPending) return null;
  if (site.data?.mode === "cash+tokens") return children;
  return (
    <EmptyState
      art="wallet"
      title="No pounds are used here"
      action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
    >
      Nobody is paid in pounds in this community, so there is no bank account to keep.
    </EmptyState>
  );
}
