import { Link } from "react-router";
import { CategoryArt } from "@/components/picture";
import type { Schemas } from "@/lib/api";
import { categoryPath } from "./category-strip";

/** Categories as links to the people who offer them. */
export function MatchingCategories({ found }: { found: readonly Schemas["Category"][] }) {
  return (
    <section aria-labelledby="found-categories" className="grid grid-cols-1 gap-3">
      <h2 id="found-categories" className="text-title">
        Categories
      </h2>
      <ul className="flex flex-wrap gap-3">
        {found.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={categoryPath(title)}
              className="flex items-center gap-3 overflow-hidden rounded-m bg-card pr-4 font-semibold shadow-card transition-shadow hover:shadow-raised"
            >
              <CategoryArt category={id} className="h-14 w-20" />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
