import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { CountBadge } from "@/components/chip";
import { cx } from "@/lib/cx";
import { useWaiting } from "../api/use-waiting";
import type { Section, SectionGroup } from "../sections";

interface SectionNavProps {
  groups: SectionGroup[];
  current: Section | undefined;
}

/** Links to all sections, in groups; on a small screen, behind a button that names the current. */
export function SectionNav({ groups, current }: SectionNavProps) {
  const { key: visit } = useLocation();
  // A menu left open is closed on the next page.
  const [openedAt, setOpenedAt] = useState("");
  const open = openedAt === visit;
  const close = () => setOpenedAt("");
  const button = useRef<HTMLButtonElement>(null);
  const menu = useId();
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
    <nav aria-label="Admin" className="mb-5 print:hidden" onKeyDown={closeOnEscape}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={menu}
        onClick={() => (open ? close() : setOpenedAt(visit))}
        className="flex min-h-12 w-full items-center gap-2 rounded-m bg-card px-4 text-left ring-[1.5px] ring-inset ring-line hover:bg-sunk md:hidden"
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
          "gap-x-8 gap-y-3 max-md:mt-2 max-md:rounded-m max-md:bg-card max-md:p-3 max-md:shadow-card md:flex md:flex-wrap",
          open ? "grid" : "hidden",
        )}
      >
        {groups.map((group) => (
          <Group key={group.title} group={group} countOf={countOf} onFollow={close} />
        ))}
      </div>
    </nav>
  );
}

interface GroupProps {
  group: SectionGroup;
  countOf: (section: Section) => number;
  onFollow: () => void;
}

function Group({ group: { title, sections }, countOf, onFollow }: GroupProps) {
  const heading = useId();
  return (
    <div className="grid content-end gap-1">
      {title && (
        <p id={heading} className="px-1 text-small font-semibold text-ink-2">
          {title}
        </p>
      )}
      <ul
        aria-labelledby={title ? heading : undefined}
        className="flex flex-wrap gap-1.5 max-md:grid max-md:grid-cols-2"
      >
        {sections.map((section) => (
          <li key={section.to}>
            <SectionLink section={section} count={countOf(section)} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SectionLinkProps {
  section: Section;
  count: number;
  onFollow: () => void;
}

function SectionLink({ section: { to, label }, count, onFollow }: SectionLinkProps) {
  return (
    <NavLink
      to={to}
      end={to === "/admin"}
      onClick={onFollow}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-card px-4 text-small font-semibold ring-[1.5px] ring-inset ring-line hover:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-paper max-md:w-full"
    >
      {label}
      <Count count={count} />
    </NavLink>
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
