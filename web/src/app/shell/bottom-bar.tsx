import { NavLink } from "react-router";
import { useNavEntries } from "./use-nav-entries";

/** The navigation of small screens, within reach of the thumb. */
export function BottomBar() {
  const entries = useNavEntries();
  return (
    <nav
      aria-label="Main"
      className="sticky bottom-0 z-30 flex min-h-16 justify-around border-t border-line bg-card px-1 pt-1.5 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden print:hidden"
    >
      {entries.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          className="grid min-h-12 min-w-15 flex-1 justify-items-center gap-0.5 rounded-s py-1 text-tiny font-semibold text-ink-3 aria-[current=page]:text-ink"
        >
          {({ isActive }) => (
            <>
              <span
                className={`grid h-7 w-13 place-items-center rounded-full ${isActive ? "bg-spark-soft" : ""}`}
              >
                <Icon aria-hidden="true" className="size-[22px]" />
              </span>
              {label}
            </>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
