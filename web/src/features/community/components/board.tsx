import { HandHelping } from "lucide-react";
import { useSearchParams } from "react-router";
import { Chip } from "@/components/chip";
import { EmptyState } from "@/components/empty-state";
import { SearchInput, Select } from "@/components/form";
import { PagedList } from "@/components/paged-list";
import { SaveSearch } from "@/components/save-search";
import { type Schemas, usePages } from "@/lib/api";
import { useCategories } from "@/lib/categories";
import { useDebounced } from "@/lib/debounce";
import { useModule } from "@/lib/site";
import { AskForHelp } from "./ask-for-help";
import { NeedCard } from "./need-card";

const NEEDS = "/api/needs";
const DEBOUNCE_MS = 300;

/** The board: what neighbours need, with filters, and the member's own needs. */
export function Board() {
  const [params, setParams] = useSearchParams();
  const mine = params.get("tab") === "mine";
  return (
    <section aria-labelledby="board" className="grid gap-4">
      <div>
        <h2 id="board" className="text-heading">
          Who needs a hand?
        </h2>
        <p className="text-ink-2">
          Answer a neighbour with a message. You agree on the rest between you.
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Whose needs to show</legend>
        <Chip pressed={!mine} onClick={() => setParams({}, { replace: true })}>
          Everybody's
        </Chip>
        <Chip pressed={mine} onClick={() => setParams({ tab: "mine" }, { replace: true })}>
          Yours
        </Chip>
      </fieldset>
      {mine ? <OwnNeeds /> : <AllNeeds />}
    </section>
  );
}

/** All open needs. The filters stand in the URL, so that they survive a visit to a need. */
function AllNeeds() {
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const category = params.get("category") ?? "";
  const term = useDebounced(q.trim(), DEBOUNCE_MS);
  const filters = { ...(term && { q: term }), ...(category && { category }) };
  const filtered = Object.keys(filters).length > 0;
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 sm:items-end">
        <SearchInput
          label="Search the board"
          maxLength={100}
          value={q}
          onChange={(event) => set("q", event.target.value)}
        />
        <CategoryFilter value={category} onChange={(value) => set("category", value)} />
      </div>
      <div>
        <SaveSearch search={savedSearch(q.trim(), category)} />
      </div>
      <PagedList
        list={usePages(NEEDS, filtered ? { query: filters } : {})}
        error="The board could not be loaded."
        placeholders={3}
        cards
        empty={
          <EmptyState
            icon={<HandHelping />}
            title={filtered ? "Nothing matches" : "Nobody needs anything right now"}
            action={<AskForHelp />}
          >
            {filtered
              ? "Try fewer words, or another category."
              : "Could you do with a hand, a tool or a tip? Your neighbours may have it."}
          </EmptyState>
        }
        keyOf={({ id }) => id}
      >
        {(need) => <NeedCard need={need} />}
      </PagedList>
    </div>
  );
}

/** Returns the search to save for these filters. */
function savedSearch(words: string, category: string): Schemas["SavedSearchForm"] {
  return { kind: "needs", ...(words && { words }), ...(category && { category }) };
}

interface CategoryFilterProps {
  value: string;
  onChange: (value: string) => void;
}

/** Select of the categories of skills; nothing where there are no skills. */
function CategoryFilter(props: CategoryFilterProps) {
  return useModule("skills") ? <CategorySelect {...props} /> : null;
}

function CategorySelect({ value, onChange }: CategoryFilterProps) {
  const { data: categories = [] } = useCategories();
  return (
    <Select label="Category" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All categories</option>
      {categories.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </Select>
  );
}

function OwnNeeds() {
  return (
    <PagedList
      list={usePages(NEEDS, { query: { mine: true } })}
      error="Your needs could not be loaded."
      placeholders={2}
      cards
      empty={
        <EmptyState
          icon={<HandHelping />}
          title="You have not asked for anything yet"
          action={<AskForHelp />}
        >
          Say what you need, and neighbours who can help send you a message.
        </EmptyState>
      }
      keyOf={({ id }) => id}
    >
      {(need) => <NeedCard need={need} />}
    </PagedList>
  );
}
