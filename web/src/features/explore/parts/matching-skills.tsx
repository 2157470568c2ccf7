import { Link } from "react-router";
import { CategoryArt } from "@/components/picture";
import { useCategories } from "@/lib/categories";
import { categoryPath } from "./category-strip";

const MOST = 6;

/** The categories whose name holds what was searched, leading to the people behind them; nothing without any. */
export function MatchingSkills({ term }: { term: string }) {
  const found = (useCategories().data ?? [])
    .filter(({ title }) => title.toLowerCase().includes(term))
    .slice(0, MOST);
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="matching-skills">
      <h2 id="matching-skills" className="sr-only">
        Skills
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
