import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { SearchInput } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { Skeleton } from "@/components/skeleton";
import { useCategories, useFoundCategories } from "@/lib/categories";
import { categoryPath } from "./category-strip";

const chip =
  "inline-flex min-h-11 items-center rounded-full bg-card px-3.5 text-small font-semibold whitespace-nowrap ring-[1.5px] ring-inset ring-line transition-colors hover:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-paper aria-[current=page]:ring-transparent";

/** Every category as a link, with a box to filter them. */
export function CategoryChips({ chosen }: { chosen: string | null }) {
  const categories = useCategories();
  const [text, setText] = useState("");
  const found = useFoundCategories(text);
  return (
    <div className="grid grid-cols-1 gap-3">
      <SearchInput
        label="Find a skill"
        className="max-w-md"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Loaded
        query={categories}
        error="Unable to load categories. Please try again later."
        skeleton={<Skeleton className="my-1 h-11 rounded-full" />}
      >
        {(list) => {
          const shown = found ?? list;
          return (
            <>
              <ChipRow chosen={chosen} titles={shown.map(({ title }) => title)} />
              <p
                role="status"
                className={text.trim() && shown.length === 0 ? "text-ink-2" : "sr-only"}
              >
                {text.trim() && `${shown.length || "No"} skills match “${text.trim()}”.`}
              </p>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function ChipRow({ chosen, titles }: { chosen: string | null; titles: string[] }) {
  const row = useRef<HTMLElement>(null);
  // The chosen one may be outside the view on a small screen.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (current && chosen !== null) current.scrollIntoView({ block: "nearest", inline: "center" });
  }, [chosen]);
  return (
    <nav
      ref={row}
      aria-label="Skills"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:max-h-40 md:flex-wrap md:overflow-y-auto md:px-1"
    >
      <Link to="/explore-list" aria-current={chosen === null ? "page" : undefined} className={chip}>
        Everyone
      </Link>
      {titles.map((title) => (
        <Link
          key={title}
          to={categoryPath(title)}
          aria-current={chosen?.toLowerCase() === title.toLowerCase() ? "page" : undefined}
          className={chip}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
