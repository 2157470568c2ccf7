import { ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "react-router";

interface LinkRowProps {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string;
  /** Whether the link leaves the client for a page of the server. */
  outside?: boolean;
}

/** A row that leads to another screen, with an icon and a line about it. */
export function LinkRow({ to, icon: Icon, title, text, outside }: LinkRowProps) {
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
