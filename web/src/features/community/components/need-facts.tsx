import { Sparks } from "@/components/price";
import type { Schemas } from "@/lib/api";
import { formatDayInSentence } from "@/lib/format";

/** Category, end, and sparks offered, in a line. */
export function NeedFacts({ need }: { need: Schemas["Need"] }) {
  const { category_title, state, until, tokens } = need;
  return (
    <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
      {category_title && <span>{category_title}</span>}
      {state === "open" && <span>Until {formatDayInSentence(until)}</span>}
      {tokens > 0 && <Sparks amount={tokens} spelled />}
    </p>
  );
}
