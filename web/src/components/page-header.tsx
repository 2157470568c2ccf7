import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSiteName } from "@/lib/site";

interface PageHeaderProps {
  title: string;
  /** Where the arrow leads; no arrow when absent. */
  back?: string;
  /** A button at the right. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The top of every screen: its h1, which takes the focus after a route change, and its title. */
export function PageHeader({ title, back, action, children }: PageHeaderProps) {
  return (
    <header className="mb-5 grid gap-1.5">
      <PageTitle>{title}</PageTitle>
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        {back && (
          <Link
            to={back}
            aria-label="Back"
            className="-ml-2.5 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
          >
            <ArrowLeft aria-hidden="true" className="size-6" />
          </Link>
        )}
        <h1
          tabIndex={-1}
          className="min-w-0 flex-1 basis-28 text-heading wrap-anywhere md:text-display"
        >
          {title}
        </h1>
        {action}
      </div>
      {children && <div className="text-ink-2">{children}</div>}
    </header>
  );
}

/** Sets the document's title, for a screen that does not use `PageHeader`. */
export function PageTitle({ children }: { children: string }) {
  const site = useSiteName();
  return <title>{`${children} · ${site}`}</title>;
}
