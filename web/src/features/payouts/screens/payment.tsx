import { ChevronRight, CreditCard, Landmark, type LucideIcon, Wallet } from "lucide-react";
import { Link } from "react-router";
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
        <div className="grid gap-3">
          {takes !== "none" && (
            <Entry to="/bills" icon={CreditCard} title="Billing" text="Cards that you keep" />
          )}
          <Entry to="/get-paid" icon={Landmark} title="Get Paid" text="Your bank accounts" />
          {takes === "stripe" && (
            <Entry
              to="/create-stripe-account"
              icon={Wallet}
              title="Setup Connect Wallet"
              text="Be paid through Stripe"
            />
          )}
        </div>
      </CashOnly>
    </div>
  );
}

interface EntryProps {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string;
}

function Entry({ to, icon: Icon, title, text }: EntryProps) {
  return (
    <Link
      to={to}
      className="flex min-h-16 items-center gap-4 rounded-m bg-card px-4 py-3 shadow-card transition-colors hover:bg-sunk sm:px-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{title}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
    </Link>
  );
}
