import { ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { RequireModule } from "@/components/require-module";
import { type ModuleName, useSite } from "@/lib/site";

export interface Entry {
  to: string;
  title: string;
  text: string;
  icon: LucideIcon;
  /** Module that must be on. */
  module: ModuleName;
  /** Whether the community must use pounds. */
  cash?: boolean;
  /** Whether the link leaves the client for a page of the server. */
  outside?: boolean;
}

/** Entries of a tab, each linked to its screen. */
export function EntryList({ entries }: { entries: readonly Entry[] }) {
  const mode = useSite().data?.mode;
  const shown = entries.filter(({ cash }) => !cash || mode === "cash+tokens");
  return (
    <ul className="overflow-hidden rounded-m bg-card shadow-card xl:grid xl:grid-cols-2 xl:gap-4 xl:overflow-visible xl:bg-transparent xl:shadow-none">
      {shown.map((entry) => (
        <RequireModule key={entry.to} name={entry.module}>
          <li className="border-line not-first:border-t xl:overflow-hidden xl:rounded-m xl:border-0! xl:bg-card xl:shadow-card">
            <EntryLink {...entry} />
          </li>
        </RequireModule>
      ))}
    </ul>
  );
}

function EntryLink({ to, title, text, icon: Icon, outside }: Entry) {
  return (
    <Link
      to={to}
      reloadDocument={outside}
      className="flex h-full min-h-16 flex-wrap items-center gap-4 px-4 py-3 transition-colors hover:bg-sunk sm:px-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1 basis-36">
        <span className="block font-bold">{title}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
    </Link>
  );
}
