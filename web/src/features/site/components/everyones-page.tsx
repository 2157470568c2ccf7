import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header";
import { useSession } from "@/lib/session";
import { SiteFooter } from "./site-footer";

interface EveryonesPageProps {
  title: string;
  children: ReactNode;
}

/** Page for everybody: with a footer for visitors, with a back link for members. */
export function EveryonesPage({ title, children }: EveryonesPageProps) {
  if (useSession()) {
    return (
      <article className="mx-auto w-full max-w-2xl">
        <PageHeader title={title} back="/settings?tab=legal" />
        {children}
      </article>
    );
  }
  return (
    <>
      <article className="mx-auto w-full max-w-2xl px-5 py-8 md:py-12">
        <PageHeader title={title} />
        {children}
      </article>
      <SiteFooter />
    </>
  );
}
