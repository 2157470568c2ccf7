import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header";
import { cx } from "@/lib/cx";
import { useSession } from "@/lib/session";
import { SiteFooter } from "./site-footer";

interface PublicPageProps {
  title: string;
  /** Title of the document, if different. */
  page?: string | undefined;
  /** Path of the back link, which members always get. */
  back?: string;
  /** Whether visitors get the back link too. */
  backForVisitors?: boolean;
  /** As wide as the front page, for a grid. */
  wide?: boolean;
  children: ReactNode;
}

/** Page for everybody: with a footer for visitors, with a back link for members. */
export function PublicPage({
  title,
  page = title,
  back = "/settings?tab=legal",
  backForVisitors = false,
  wide = false,
  children,
}: PublicPageProps) {
  const width = wide ? "max-w-6xl" : "max-w-2xl";
  if (useSession()) {
    return (
      <article className={cx("mx-auto w-full", width)}>
        <PageHeader title={title} page={page} back={back} />
        {children}
      </article>
    );
  }
  return (
    <>
      <article className={cx("mx-auto w-full px-5 py-8 md:py-12", width)}>
        <PageHeader title={title} page={page} {...(backForVisitors && { back })} />
        {children}
      </article>
      <SiteFooter />
    </>
  );
}
