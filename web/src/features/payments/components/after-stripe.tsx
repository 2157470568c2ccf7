import type { ReactNode } from "react";
import { ButtonLink } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { useSite } from "@/lib/site";

/** Shows the outcome of Stripe's form, or that there is no such form where Stripe is not used. */
export function AfterStripe({ children }: { children: ReactNode }) {
  const { data: site, isPending } = useSite();
  if (isPending) return null;
  if (!site || (site.mode === "cash+tokens" && site.payments === "stripe")) return children;
  return (
    <div className="mx-auto grid max-w-xl flex-1 content-center px-5 py-12">
      <PageHeader title="No account to set up">
        This community does not pay through Stripe, so there is nothing to complete.
      </PageHeader>
      <ButtonLink to="/explore" variant="spark" className="justify-self-start">
        Go to Explore
      </ButtonLink>
    </div>
  );
}
