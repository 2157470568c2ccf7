import { CreditCard, Landmark, Wallet } from "lucide-react";
import { LinkRow } from "@/components/link-row";
import { PageHeader } from "@/components/page-header";
import { useSite } from "@/lib/site";
import { CashOnly } from "../components/cash-only";

/** Settings of how the member pays and is paid. */
export function Component() {
  const { modules = [], payments = "none" } = useSite().data ?? {};
  const takes = modules.includes("payments") ? payments : "none";
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Payment" back="/settings" />
      <CashOnly>
        <ul className="divide-y divide-line overflow-hidden rounded-m bg-card shadow-card">
          {takes !== "none" && (
            <li>
              <LinkRow to="/bills" icon={CreditCard} title="Billing" text="Cards that you keep" />
            </li>
          )}
          <li>
            <LinkRow to="/get-paid" icon={Landmark} title="Get Paid" text="Your bank accounts" />
          </li>
          {takes === "stripe" && (
            <li>
              <LinkRow
                to="/create-stripe-account"
                icon={Wallet}
                title="Setup Connect Wallet"
                text="Be paid through Stripe"
              />
            </li>
          )}
        </ul>
      </CashOnly>
    </div>
  );
}
