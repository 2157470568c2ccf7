import { PageHeader } from "@/components/page-header";
import type { Page } from "../prose/blocks";
import { Prose } from "../prose/prose";
import { SiteFooter } from "./site-footer";

/** A public page of words. */
export function ProsePage({ page }: { page: Page }) {
  return (
    <>
      <article className="mx-auto w-full max-w-2xl px-5 py-8 md:py-12">
        <PageHeader title={page.title} />
        <Prose blocks={page.blocks} />
      </article>
      <SiteFooter />
    </>
  );
}
