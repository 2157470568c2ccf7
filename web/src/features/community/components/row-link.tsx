import type { ReactNode } from "react";
import { Link } from "react-router";

interface RowLinkProps {
  to: string;
  title: string;
  picture: ReactNode;
  /** Lines below the title. */
  children: ReactNode;
}

/** A row of a list that leads to a page, as a whole. */
export function RowLink({ to, title, picture, children }: RowLinkProps) {
  return (
    <li className="relative flex items-center gap-3 py-3">
      {picture}
      <div className="min-w-0 flex-1">
        <Link to={to} className="font-bold wrap-anywhere after:absolute after:inset-0">
          {title}
        </Link>
        <div className="flex flex-wrap gap-x-3 text-small text-ink-2">{children}</div>
      </div>
    </li>
  );
}
