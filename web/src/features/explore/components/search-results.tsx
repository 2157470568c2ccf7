import { keepPreviousData } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { SaveSearch } from "@/components/save-search";
import { api, type Schemas, usePages } from "@/lib/api";
import { useCategories } from "@/lib/categories";
import { cx } from "@/lib/cx";
import { useOwnProfile } from "@/lib/profile";
import { useModule } from "@/lib/site";
import { areaQuery, useSearchArea } from "../api/use-people";
import { readFilters } from "../filters";
import { nearestCategory } from "../nearest-category";
import { addSearch } from "../recent-searches";
import { savedArea } from "../search-area";
import { BySkill } from "./by-skill";
import { CardGrid, CardGridSkeleton } from "./card-grid";
import { categoryPath } from "./category-strip";
import { MatchingCategories } from "./matching-categories";
import { NearestFirst } from "./nearest-first";
import { PeopleFilters } from "./people-filters";
import { PersonCard } from "./person-card";
import { SkillCard } from "./skill-card";
import { TownNotice } from "./town-notice";

const MAX_DISTANCE = "2000";
/** Number of results of each kind at first. */
const PAGE_SIZE = 6;
const FOREVER = Number.POSITIVE_INFINITY;

/** All results of a term: categories, people and skills. */
export function SearchResults({ term }: { term: string }) {
  const [params] = useSearchParams();
  const { data: profile } = useOwnProfile();
  const where = useSearchArea(profile, readFilters(params), MAX_DISTANCE);
  const area = areaQuery(where);
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
  const meant = api.useQuery(
    "get",
    "/api/skills/get/categories",
    { params: { query: { q: term, limit: PAGE_SIZE } } },
    { enabled: withSkills === true, placeholderData: keepPreviousData, staleTime: FOREVER },
  );

  const categories = meant.data ?? [];
  const offers = withSkills === false ? [] : skills.data;
  const named = people.data?.filter((person) => !isShownBySkill(person, offers, term));
  const stale = people.isPlaceholderData || skills.isPlaceholderData || meant.isPlaceholderData;
  // All results appear together at first: later ones would move those shown.
  const waiting =
    people.isPending || (withSkills !== false && (skills.isPending || meant.isPending));
  const loaded = people.data !== undefined && offers !== undefined && !stale && !waiting;
  const found = categories.length + (people.data?.length ?? 0) + (offers?.length ?? 0);
  useEffect(() => {
    if (loaded && found > 0) addSearch(term);
  }, [loaded, found, term]);

  const foundPeople = (
    <Section
      key="people"
      title="People"
      list={{ ...people, data: named }}
      error="Unable to load people. Please try again later."
    >
      {(items) => (
        <CardGrid items={items} list={people} card={(person) => <PersonCard person={person} />} />
      )}
    </Section>
  );
  const foundSkills = withSkills && (
    <Section
      key="skills"
      title="Skills"
      list={skills}
      error="Unable to load skills. Please try again later."
    >
      {(items) => (
        <NearestFirst items={items} list={skills} card={(skill) => <SkillCard skill={skill} />} />
      )}
    </Section>
  );
  return (
    <div className={cx("grid grid-cols-1 gap-8 transition-opacity", stale && "opacity-60")}>
      <p role="status" className="sr-only">
        {loaded && `${found || "Nothing"} found for ${term}`}
      </p>
      <div className="grid grid-cols-1 gap-4">
        <TownNotice />
        <PeopleFilters where={where} />
        {withSkills && where && (
          <div>
            <SaveSearch search={{ kind: "skills", words: term, ...savedArea(where) }} />
          </div>
        )}
      </div>
      {waiting && <CardGridSkeleton />}
      {loaded && found === 0 && <NoResults term={term} />}
      {!waiting && !(loaded && found === 0) && (
        <>
          {categories.length > 0 && <MatchingCategories found={categories} />}
          {areSkillsFirst(categories, offers, people.data?.[0], term)
            ? [foundSkills, foundPeople]
            : [foundPeople, foundSkills]}
        </>
      )}
    </div>
  );
}

/**
 * Checks whether skills come before people. They do if the term means a category, as 'my boiler is
 * broken' does, and is not the first person's name. More pages of skills change nothing.
 */
function areSkillsFirst(
  categories: readonly Schemas["Category"][],
  offers: readonly Schemas["Skill"][] | undefined,
  person: Schemas["PersonCard"] | undefined,
  term: string,
): boolean {
  const first = offers?.slice(0, PAGE_SIZE) ?? [];
  const meant = first.some(({ category }) => categories.some(({ id }) => id === category));
  return meant && !(person && words(term).every(isIn(person)));
}

/** Checks whether a person is among the skills already, without a matching name. */
function isShownBySkill(
  person: Schemas["PersonCard"],
  offers: readonly Schemas["Skill"][] | undefined,
  term: string,
): boolean {
  const called = words(term).some(isIn(person));
  return !called && (offers ?? []).some(({ user_id }) => user_id === person.id);
}

/**
 * Returns the words of a term; in a sentence without short ones such as 'my', which begin names.
 */
function words(term: string): string[] {
  return term.split(/\s+/).filter((word, _, { length }) => length === 1 || word.length > 2);
}

/** Returns a check whether a word begins one of the person's names. */
function isIn({ firstname, lastname }: Schemas["PersonCard"]): (word: string) => boolean {
  const names = `${firstname} ${lastname}`.toLowerCase().split(/\s+/);
  return (word) => names.some((name) => name.startsWith(word));
}

interface SectionProps<Item> {
  title: string;
  list: {
    data: Item[] | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  error: string;
  children: (items: Item[]) => ReactNode;
}

/** Results of one kind; hidden without any. */
function Section<Item>({ title, list, error, children }: SectionProps<Item>) {
  if (list.data?.length === 0) return null;
  const id = `found-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-title">
        {title}
      </h2>
      <Loaded query={list} skeleton={<CardGridSkeleton />} error={error}>
        {children}
      </Loaded>
    </section>
  );
}

function NoResults({ term }: { term: string }) {
  const withSkills = useModule("skills");
  return withSkills ? (
    <NoResultsBySkill term={term} />
  ) : (
    <NothingFound term={term} action={<EveryoneLink />}>
      Check the spelling, or say it in other words.
    </NothingFound>
  );
}

/** Suggests the category spelt most like the term, or else all categories. */
function NoResultsBySkill({ term }: { term: string }) {
  const nearest = nearestCategory(term, useCategories().data ?? []);
  return (
    <>
      {nearest ? (
        <NothingFound
          term={term}
          action={
            <ButtonLink to={categoryPath(nearest.title)} variant="spark">
              Look at {nearest.title}
            </ButtonLink>
          }
        >
          The nearest skill here is {nearest.title}.
        </NothingFound>
      ) : (
        <NothingFound term={term} action={<EveryoneLink />}>
          Check the spelling, or choose a skill below to see who offers it.
        </NothingFound>
      )}
      <BySkill />
    </>
  );
}

interface NothingFoundProps {
  term: string;
  action: ReactNode;
  children: ReactNode;
}

function NothingFound({ term, action, children }: NothingFoundProps) {
  return (
    <EmptyState icon={<Search />} title={`Nothing found for “${term}”`} action={action}>
      {children}
    </EmptyState>
  );
}

function EveryoneLink() {
  return <ButtonLink to="/explore-list">Look at all neighbours</ButtonLink>;
}
