import { LogOut } from "lucide-react";
import { Link } from "react-router";
import { Logo } from "@/components/logo";
import { RequireModule } from "@/components/require-module";
import { BalanceCard } from "./balance-card";
import { NavCount } from "./nav-count";
import { useNavEntries } from "./use-nav-entries";

/** An icon above its label on a tablet; beside it on wider screens. */
const item =
  "relative flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-s px-1 text-center text-tiny font-semibold text-ink-2 transition-colors hover:bg-sunk aria-[current=page]:bg-spark-soft aria-[current=page]:text-ink lg:min-h-12 lg:flex-row lg:justify-start lg:gap-3 lg:px-3.5 lg:text-left lg:text-body";
const countClass = "absolute top-1 left-1/2 ml-1 lg:static lg:ml-auto";

/** Navigation of wide screens: a rail on a tablet, a column on wider screens. */
export function SideNav({ onLogOut }: { onLogOut: () => void }) {
  const entries = useNavEntries();
  return (
    <aside className="sticky top-0 hidden h-dvh w-22 shrink-0 flex-col gap-6 overflow-y-auto border-r border-line bg-card px-1.5 py-5 md:flex lg:w-60 lg:px-4 print:hidden">
      <Logo
        to="/explore"
        className="justify-center lg:justify-start lg:px-3.5 lg:text-heading"
        nameClassName="max-lg:sr-only"
      />
      <nav aria-label="Main" className="grid gap-1">
        {entries.map(({ to, label, icon: Icon, useCount, countWord, current }) => (
          <Link key={to} to={to} aria-current={current ? "page" : undefined} className={item}>
            <Icon aria-hidden="true" className="size-[22px] shrink-0" />
            {label}
            {useCount && <NavCount useCount={useCount} word={countWord} className={countClass} />}
          </Link>
        ))}
        <button type="button" onClick={onLogOut} className={item}>
          <LogOut aria-hidden="true" className="size-[22px] shrink-0" />
          Logout
        </button>
      </nav>
      <div className="mt-auto max-lg:hidden">
        <RequireModule name="wallet">
          <BalanceCard />
        </RequireModule>
      </div>
    </aside>
  );
}
