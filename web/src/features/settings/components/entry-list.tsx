import type { LucideIcon } from "lucide-react";
import { LinkRow } from "@/components/link-row";
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
            <LinkRow {...entry} />
          </li>
        </RequireModule>
      ))}
    </ul>
  );
}
