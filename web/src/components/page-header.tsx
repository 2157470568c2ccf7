import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { cx } from "@/lib/cx";
import { useSwitchedOff } from "@/lib/module-context";
import { useSiteName } from "@/lib/site";
import { useKnownUnread } from "@/lib/unread";

interface PageHeaderProps {
  title: string;
  /** Title of the document, if it is another. */
  page?: string;
  /** Address of the back arrow; no arrow if absent, or if its part is switched off. */
  back?: string;
  /** A button at the right. */
  action?: ReactNode;
  children?: ReactNode;
}

const backClass = "grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk";

/** The top of every screen: its h1, which takes the focus after a route change, and its title. */
export function PageHeader(props: PageHeaderProps) {
  const { title, page = title, back = "", action, children } = props;
  const leadsBack = !useSwitchedOff(back) && back !== "";
  return (
    <header className="mb-5 grid gap-1.5">
      <PageTitle>{page}</PageTitle>
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        {leadsBack && (
          <Link to={back} aria-label="Back" className={cx(backClass, "-ml-2.5 print:hidden")}>
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
      {children && <div className="text-ink-2 wrap-anywhere">{children}</div>}
    </header>
  );
}

interface BackLinkProps {
  /** Address to use without a previous page. */
  to: string;
  className?: string;
}

/** Link back to the previous page as it was left, for pages that many others link to. */
export function BackLink({ to, className }: BackLinkProps) {
  const navigate = useNavigate();
  const arrived = useLocation().key === "default";
  return (
    <Link
      to={to}
      aria-label="Back"
      onClick={(event) => {
        if (arrived) return;
        event.preventDefault();
        navigate(-1);
      }}
      className={cx(backClass, className)}
    >
      <ArrowLeft aria-hidden="true" className="size-6" />
    </Link>
  );
}

/**
 * Sets the document's title, for a screen that does not use `PageHeader`. The number of unread
 * messages comes first, where it is visible on a background tab.
 */
export function PageTitle({ children }: { children: string }) {
  const site = useSiteName();
  const unread = useKnownUnread();
  return <title>{`${unread > 0 ? `(${unread}) ` : ""}${children} · ${site}`}</title>;
}
