import { ChevronRight, Landmark } from "lucide-react";
import { Link } from "react-router";
import { PageHeader } from "@/components/page-header";
import { CashOnly } from "../components/cash-only";

/** Settings of how the member pays and is paid. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Payment" back="/settings" />
      <CashOnly>
        <Link
          to="/get-paid"
          className="flex min-h-16 items-center gap-4 rounded-m bg-card px-4 py-3 shadow-card transition-colors hover:bg-sunk sm:px-5"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf">
            <Landmark aria-hidden="true" className="size-5" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-bold">Get Paid</span>
            <span className="block text-small text-ink-2">Your bank accounts</span>
          </span>
          <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
        </Link>
      </CashOnly>
    </div>
  );
}
