import type { ReactNode } from "react";
import type { Page } from "@/components/prose/blocks";
import { Prose } from "@/components/prose/prose";
import { EveryonesPage } from "./everyones-page";

/** A text page, with optional content below. */
export function ProsePage({ page, children }: { page: Page; children?: ReactNode }) {
  return (
    <EveryonesPage title={page.title}>
      <Prose blocks={page.blocks} />
      {children}
    </EveryonesPage>
  );
}
