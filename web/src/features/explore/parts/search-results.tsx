import { Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { EmptyState } from "@/components/states";
import { type Schemas, usePages } from "@/lib/api";
import { useCategories } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { useModule } from "@/lib/site";
import { addSearch } from "../recent-searches";
import { CardGrid, CardGridSkeleton } from "./card-grid";
import { MatchingCategories } from "./matching-categories";
import { PersonCard } from "./person-card";
import { SkillCard } from "./skill-card";

/** So many of each kind at first. */
const PAGE_SIZE = 6;

/** Everything that a term finds: categories, people and skills. */
export function SearchResults({ term }: { term: string }) {
  const categories = useMatchingCategories(term);
  const people = usePages(
    "/api/users/searchuser/{term}",
    { path: { term }, query: { limit: PAGE_SIZE } },
    { keepPrevious: true },
  );
  const withSkills = useModule("skills");
  const skills = usePages(
    "/api/skills/search",
    { query: { q: term, limit: PAGE_SIZE } },
    { keepPrevious: true, enabled: withSkills === true },
  );

  const offers = withSkills === false ? [] : skills.items;
  const stale = people.isPlaceholderData || skills.isPlaceholderData;
  const loaded = people.items !== undefined && offers !== undefined && !stale;
  const found = categories.length + (people.items?.length ?? 0) + (offers?.length ?? 0);
  useEffect(() => {
    if (loaded && found > 0) addSearch(term);
  }, [loaded, found, term]);

  return (
    <div className={cx("grid grid-cols-1 gap-8 transition-opacity", stale && "opacity-60")}>
      <p role="status" className="sr-only">
        {loaded && `${found || "Nothing"} found for ${term}`}
      </p>
      {categories.length > 0 && <MatchingCategories found={categories} />}
      {loaded && found === 0 ? (
        <NoResults term={term} />
      ) : (
        <>
          <Section
            title="People"
            list={people}
            error="Unable to load people. Please try again later."
            card={(person) => <PersonCard person={person} />}
          />
          {withSkills && (
            <Section
              title="Skills"
              list={skills}
              error="Unable to load skills. Please try again later."
              card={(skill) => <SkillCard skill={skill} />}
            />
          )}
        </>
      )}
    </div>
  );
}

function useMatchingCategories(term: string): Schemas["Category"][] {
  const all = useCategories().data ?? [];
  return all.filter(({ title }) => title.toLowerCase().includes(term)).slice(0, PAGE_SIZE);
}

interface SectionProps<Item> {
  title: string;
  list: {
    items: Item[] | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  error: string;
  card: (item: Item) => ReactNode;
}

/** What was found of one kind; nothing at all when that is nothing. */
function Section<Item extends { id: string }>({ title, list, error, card }: SectionProps<Item>) {
  if (list.items?.length === 0) return null;
  const id = `found-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <Loaded query={{ ...list, data: list.items }} skeleton={<CardGridSkeleton />} error={error}>
        {(items) => <CardGrid items={items} list={list} card={card} />}
      </Loaded>
    </section>
  );
}

function NoResults({ term }: { term: string }) {
  return (
    <EmptyState
      icon={<Search />}
      title={`Nothing found for “${term}”`}
      action={<ButtonLink to="/explore-list">Look at all neighbours</ButtonLink>}
    >
      Check the spelling, or look for what they do.
    </EmptyState>
  );
}
