import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header";
import { cx } from "@/lib/cx";
import { useSession } from "@/lib/session";
import { SiteFooter } from "./site-footer";

interface EveryonesPageProps {
  title: string;
  /** Title of the document, if it is another. */
  page?: string | undefined;
  /** Address of the members' back arrow. */
  back?: string;
  /** Whether visitors get the arrow too. */
  inside?: boolean;
  /** As wide as the front page, for a grid. */
  wide?: boolean;
  children: ReactNode;
}

/** Page for everybody: with a footer for visitors, with a back link for members. */
export function EveryonesPage({
  title,
  page = title,
  back = "/settings?tab=legal",
  inside = false,
  wide = false,
  children,
}: EveryonesPageProps) {
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
        <PageHeader title={title} page={page} {...(inside && { back })} />
        {children}
      </article>
      <SiteFooter />
    </>
  );
}
