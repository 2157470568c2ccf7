import { LogOut } from "lucide-react";
import { NavLink } from "react-router";
import { Logo } from "@/components/logo";
import { RequireModule } from "@/components/require-module";
import { BalanceCard } from "./balance-card";
import { useNavEntries } from "./use-nav-entries";

const item =
  "flex min-h-12 items-center gap-3 rounded-s px-3.5 font-semibold text-ink-2 transition-colors hover:bg-sunk aria-[current=page]:bg-spark-soft aria-[current=page]:text-ink";

/** The navigation of wide screens. */
export function SideNav({ onLogOut }: { onLogOut: () => void }) {
  const entries = useNavEntries();
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col gap-6 overflow-y-auto border-r border-line bg-card px-4 py-5 md:flex print:hidden">
      <Logo to="/explore" className="px-3.5 text-heading" />
      <nav aria-label="Main" className="grid gap-1">
        {entries.map(({ to, label, icon: Icon }) => (
          <NavLink key={to} to={to} className={item}>
            <Icon aria-hidden="true" className="size-[22px]" />
            {label}
          </NavLink>
        ))}
        <button type="button" onClick={onLogOut} className={item}>
          <LogOut aria-hidden="true" className="size-[22px]" />
          Logout
        </button>
      </nav>
      <div className="mt-auto">
        <RequireModule name="wallet">
          <BalanceCard />
        </RequireModule>
      </div>
    </aside>
  );
}
