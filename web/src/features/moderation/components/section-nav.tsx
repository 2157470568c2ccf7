import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { CountBadge } from "@/components/badge";
import { cx } from "@/lib/cx";
import { useWaiting } from "../api/use-waiting";
import type { Section, SectionGroup } from "../sections";

interface SectionNavProps {
  groups: SectionGroup[];
  current: Section | undefined;
}

/**
 * Links to all sections, in groups: a column beside the content on a wide screen, and behind a button
 * that names the current one on others. The column ends above the edge of the screen also while the
 * page's header is in view.
 */
export function SectionNav({ groups, current }: SectionNavProps) {
  const { key: visit } = useLocation();
  // A menu left open is closed on the next page.
  const [openedAt, setOpenedAt] = useState("");
  const open = openedAt === visit;
  const close = () => setOpenedAt("");
  const button = useRef<HTMLButtonElement>(null);
  const menu = useId();
  const nav = useCurrentInView(current);
  const { data: waiting } = useWaiting();
  const countOf = ({ queue }: Section) => (queue && waiting?.[queue]) ?? 0;
  const total = groups
    .flatMap(({ sections }) => sections)
    .reduce((sum, section) => sum + countOf(section), 0);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !open) return;
    close();
    button.current?.focus();
  };
  return (
    <nav
      ref={nav}
      aria-label="Admin"
      className="mb-5 xl:scroll-shade xl:sticky xl:top-5 xl:-m-1 xl:max-h-[calc(100dvh-11rem)] xl:w-46 xl:shrink-0 xl:overflow-y-auto xl:p-1 print:hidden"
      onKeyDown={closeOnEscape}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={menu}
        onClick={() => (open ? close() : setOpenedAt(visit))}
        className="flex min-h-12 w-full items-center gap-2 rounded-m bg-card px-4 text-left ring-[1.5px] ring-inset ring-line hover:bg-sunk xl:hidden"
      >
        <span className="text-small text-ink-2">Section:</span>{" "}
        <span className="min-w-0 flex-1 font-bold">{current?.label}</span>
        <Count count={total} />
        <ChevronDown
          aria-hidden="true"
          className={cx("size-5 shrink-0 transition-transform", open && "rotate-180")}
        />
      </button>
      <div
        id={menu}
        className={cx(
          "gap-x-6 gap-y-3 max-xl:mt-2 max-xl:rounded-m max-xl:bg-card max-xl:p-3 max-xl:shadow-card md:grid-cols-2 lg:grid-cols-3 xl:grid xl:grid-cols-1",
          open ? "grid" : "hidden",
        )}
      >
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            current={current}
            countOf={countOf}
            onFollow={close}
          />
        ))}
      </div>
    </nav>
  );
}

/** Space that stays above or below a link scrolled to, so that its neighbour shows as well. */
const NEIGHBOUR_PX = 44;

/** Scrolls the column to the link of the current section. The page itself stays where it is. */
function useCurrentInView(current: Section | undefined) {
  const nav = useRef<HTMLElement>(null);
  const to = current?.to;
  useLayoutEffect(() => {
    const link = nav.current?.querySelector(`a[href="${to}"]`);
    if (!nav.current || !link) return;
    const column = nav.current.getBoundingClientRect();
    const { top, bottom } = link.getBoundingClientRect();
    const above = column.top + NEIGHBOUR_PX - top;
    const below = bottom + NEIGHBOUR_PX - column.bottom;
    if (above > 0) nav.current.scrollTop -= above;
    else if (below > 0) nav.current.scrollTop += below;
  }, [to]);
  return nav;
}

interface GroupProps {
  group: SectionGroup;
  current: Section | undefined;
  countOf: (section: Section) => number;
  onFollow: () => void;
}

function Group({ group: { title, sections }, current, countOf, onFollow }: GroupProps) {
  const heading = useId();
  return (
    <div className="grid content-start gap-1">
      {title && (
        <p id={heading} className="px-1 text-small font-semibold text-ink-2 xl:px-3">
          {title}
        </p>
      )}
      <ul
        aria-labelledby={title ? heading : undefined}
        className="grid grid-cols-2 gap-1.5 xl:grid-cols-1 xl:gap-0"
      >
        {sections.map((section) => (
          <li key={section.to}>
            <SectionLink
              section={section}
              isCurrent={section.to === current?.to}
              count={countOf(section)}
              onFollow={onFollow}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SectionLinkProps {
  section: Section;
  isCurrent: boolean;
  count: number;
  onFollow: () => void;
}

function SectionLink({ section: { to, label }, isCurrent, count, onFollow }: SectionLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onFollow}
      className="flex min-h-11 items-center gap-1.5 rounded-full px-4 text-small font-semibold hover:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-paper max-xl:bg-card max-xl:ring-[1.5px] max-xl:ring-inset max-xl:ring-line xl:min-h-9 xl:justify-between xl:rounded-s xl:px-3"
    >
      {label}
      <Count count={count} />
    </Link>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      <CountBadge count={count} />
      <span className="sr-only">, {count} to decide</span>
    </>
  );
}
