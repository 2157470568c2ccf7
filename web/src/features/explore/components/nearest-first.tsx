import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useDistanceText } from "@/lib/units";
import { SECTIONS, type SectionName, sectionsOf } from "../sections";
import { CardGrid, type CardGridProps } from "./card-grid";

interface Listed {
  id: string;
  distance?: number | null;
}

interface NearestFirstProps<Item extends Listed> extends CardGridProps<Item> {
  /** Whether an item offers something; always true if left out. */
  offers?: (item: Item) => boolean;
}

const ENDED = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };

/** Cards sorted nearest first: distant ones are folded, and so are those that offer nothing. */
export function NearestFirst<Item extends Listed>(props: NearestFirstProps<Item>) {
  const { items, offers, list, ...grid } = props;
  const text = useDistanceText();
  const sections = sectionsOf(items, offers);
  const shown = SECTIONS.filter((name) => sections[name].length > 0);
  const last = shown.at(-1);
  // A search sorts the best match first.
  const from = text(Math.min(...sections.far.map(({ distance }) => distance ?? Infinity)));
  const titles: Record<Exclude<SectionName, "near">, string> = {
    far: `Further away · from ${from}`,
    idle: "Nothing on offer yet",
    placeless: "Without a town",
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      {shown.length > 0 && sections.near.length === 0 && (
        <p className="text-ink-2">Nobody near you yet.</p>
      )}
      {shown.map((name) => {
        const cards = (
          // Paging continues in the last section.
          <CardGrid {...grid} items={sections[name]} list={name === last ? list : ENDED} />
        );
        if (name === "near") return <div key={name}>{cards}</div>;
        return (
          <Fold key={name} title={titles[name]} open={name === shown[0]}>
            {cards}
          </Fold>
        );
      })}
    </div>
  );
}

interface FoldProps {
  title: string;
  /** Whether it is open initially. */
  open: boolean;
  children: ReactNode;
}

/** Cards shown when expanded. */
function Fold({ title, open, children }: FoldProps) {
  return (
    <details open={open} className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-full font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 transition-transform group-open:rotate-180"
        />
        {title}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
