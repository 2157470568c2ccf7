import { Link } from "react-router";
import { NavCount } from "./nav-count";
import { useNavEntries } from "./use-nav-entries";

/** Navigation of small screens, at the bottom. With large text it takes more lines. */
export function BottomBar() {
  const entries = useNavEntries();
  return (
    <nav
      aria-label="Main"
      className="alone:hidden bottom-0 z-30 flex min-h-16 flex-wrap justify-around border-t border-line bg-card px-1 pt-1.5 pb-[max(0.5rem,env(safe-area-inset-bottom))] roomy:sticky md:hidden print:hidden"
    >
      {entries.map(({ to, label, icon: Icon, useCount, countWord, current }) => (
        <Link
          key={to}
          to={to}
          aria-current={current ? "page" : undefined}
          className="relative grid min-h-12 flex-1 justify-items-center gap-0.5 rounded-s py-1 text-tiny font-semibold text-ink-3 aria-[current=page]:text-ink"
        >
          <span
            className={`grid h-7 w-13 place-items-center rounded-full ${current ? "bg-spark-soft" : ""}`}
          >
            <Icon aria-hidden="true" className="size-[22px]" />
          </span>
          {label}
          {useCount && (
            <NavCount
              useCount={useCount}
              word={countWord}
              className="absolute top-0 left-1/2 ml-1.5"
            />
          )}
        </Link>
      ))}
    </nav>
  );
}
