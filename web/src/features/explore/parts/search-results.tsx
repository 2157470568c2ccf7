import { Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { EmptyState } from "@/components/states";
import { type Schemas, usePages } from "@/lib/api";
import { useFoundCategories } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { useOwnProfile } from "@/lib/profile";
import { useModule } from "@/lib/site";
import { readFilters } from "../filters";
import { addSearch } from "../recent-searches";
import { areaQuery, useSearchArea } from "../use-people";
import { CardGrid, CardGridSkeleton } from "./card-grid";
import { MatchingCategories } from "./matching-categories";
import { NearestFirst } from "./nearest-first";
import { PeopleFilters } from "./people-filters";
import { PersonCard } from "./person-card";
import { SkillCard } from "./skill-card";
import { TownNotice } from "./town-notice";

const ANYWHERE = "2000";
/** So many of each kind at first. */
const PAGE_SIZE = 6;

/** Everything that a term finds: categories, people and skills. */
export function SearchResults({ term }: { term: string }) {
  const [params] = useSearchParams();
  const { data: profile } = useOwnProfile();
  const where = useSearchArea(profile, readFilters(params), ANYWHERE);
  const area = areaQuery(where);
  const categories = useMatchingCategories(term);
  const people = usePages(
    "/api/users/searchuser/{term}",
    { path: { term }, query: { ...area, limit: PAGE_SIZE } },
    { keepPrevious: true, enabled: where !== undefined },
  );
  const withSkills = useModule("skills");
  const skills = usePages(
    "/api/skills/search",
    { query: { ...area, q: term, limit: PAGE_SIZE } },
    { keepPrevious: true, enabled: withSkills === true && where !== undefined },
  );

  const offers = withSkills === false ? [] : skills.items;
  const named = people.items?.filter((person) => !isShownBySkill(person, offers, term));
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
      <div className="grid grid-cols-1 gap-4">
        <TownNotice />
        <PeopleFilters where={where} />
      </div>
      {categories.length > 0 && <MatchingCategories found={categories} />}
      {loaded && found === 0 ? (
        <NoResults term={term} />
      ) : (
        <>
          <Section
            title="People"
            list={{ ...people, items: named }}
            error="Unable to load people. Please try again later."
          >
            {(items) => (
              <CardGrid
                items={items}
                list={people}
                card={(person) => <PersonCard person={person} />}
              />
            )}
          </Section>
          {withSkills && (
            <Section
              title="Skills"
              list={skills}
              error="Unable to load skills. Please try again later."
            >
              {(items) => (
                <NearestFirst
                  items={items}
                  list={skills}
                  card={(skill) => <SkillCard skill={skill} />}
                />
              )}
            </Section>
          )}
        </>
      )}
    </div>
  );
}

function useMatchingCategories(term: string): readonly Schemas["Category"][] {
  return (useFoundCategories(term) ?? []).slice(0, PAGE_SIZE);
}

/** Whether someone is among the skills already, and not called so. */
function isShownBySkill(
  { id, firstname, lastname }: Schemas["PersonCard"],
  offers: readonly Schemas["Skill"][] | undefined,
  term: string,
): boolean {
  const name = `${firstname} ${lastname}`.toLowerCase();
  const called = term.split(/\s+/).some((word) => name.includes(word));
  return !called && (offers ?? []).some(({ user_id }) => user_id === id);
}

interface SectionProps<Item> {
  title: string;
  list: {
    items: Item[] | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  error: string;
  children: (items: Item[]) => ReactNode;
}

/** What was found of one kind; nothing at all when that is nothing. */
function Section<Item>({ title, list, error, children }: SectionProps<Item>) {
  if (list.items?.length === 0) return null;
  const id = `found-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <Loaded query={{ ...list, data: list.items }} skeleton={<CardGridSkeleton />} error={error}>
        {children}
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
