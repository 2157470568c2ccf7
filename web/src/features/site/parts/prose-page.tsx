import type { Page } from "../prose/blocks";
import { Prose } from "../prose/prose";
import { EveryonesPage } from "./everyones-page";

/** A page of words. */
export function ProsePage({ page }: { page: Page }) {
  return (
    <EveryonesPage title={page.title}>
      <Prose blocks={page.blocks} />
    </EveryonesPage>
  );
}
