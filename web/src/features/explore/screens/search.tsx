import { History } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "@/components/button";
import { SearchInput } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { useDebounced } from "@/lib/debounce";
import { BySkill } from "../components/by-skill";
import { SearchResults } from "../components/search-results";
import { clearSearches, recentSearches } from "../recent-searches";

const MIN_LENGTH = 2;
const DEBOUNCE_MS = 300;

/** Returns the URL's query with another term; the filters stay. */
function withTerm(params: URLSearchParams, term: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (term) next.set("q", term);
  else next.delete("q");
  return next;
}

const normalizeTerm = (text: string) => text.trim().toLowerCase();

/** Search for people, skills and categories during typing; the URL keeps the term (`?q=`). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get("q") ?? "");
  const settled = normalizeTerm(useDebounced(text, DEBOUNCE_MS));
  const [entered, setEntered] = useState("");
  // Enter searches without waiting for the pause.
  const term = entered === normalizeTerm(text) ? entered : settled;

  const stands = params.get("q") ?? "";
  useEffect(() => {
    // Only on a change: otherwise it would cancel another navigation under way.
    if (term !== stands) setParams((now) => withTerm(now, term), { replace: true });
  }, [term, stands, setParams]);

  const search = (term: string) => {
    setText(term);
    setEntered(normalizeTerm(term));
  };
  return (
    <>
      <PageHeader title="Search" back="/explore" />
      <SearchBox text={text} onText={setText} onSubmit={() => search(text)} />
      <div className="mt-5">
        {term.length >= MIN_LENGTH ? (
          <SearchResults term={term} />
        ) : (
          <BeforeSearch tooShort={term.length > 0} onSearch={search} />
        )}
      </div>
    </>
  );
}

interface SearchBoxProps {
  text: string;
  onText: (text: string) => void;
  onSubmit: () => void;
}

function SearchBox({ text, onText, onSubmit }: SearchBoxProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <search>
      <form onSubmit={submit}>
        <SearchInput
          label="Search people, skills and communities"
          autoFocus
          enterKeyHint="search"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </form>
    </search>
  );
}

interface BeforeSearchProps {
  tooShort: boolean;
  onSearch: (term: string) => void;
}

function BeforeSearch({ tooShort, onSearch }: BeforeSearchProps) {
  const [recent, setRecent] = useState(recentSearches);
  return (
    <>
      <p role="status" className="mb-5 text-ink-2">
        {tooShort
          ? `Type at least ${MIN_LENGTH} characters.`
          : "Say what you need, such as “fix my tap”, or type a name."}
      </p>
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <div className="mb-1 flex items-center justify-between gap-3">
            <h2 id="recent-searches" className="text-title">
              Recent searches
            </h2>
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                clearSearches();
                setRecent([]);
              }}
            >
              Clear
            </Button>
          </div>
          <ul>
            {recent.map((term) => (
              <li key={term}>
                <button
                  type="button"
                  onClick={() => onSearch(term)}
                  className="flex min-h-12 w-full items-center gap-3 rounded-s px-2 text-left hover:bg-sunk"
                >
                  <History aria-hidden="true" className="size-5 text-ink-3" />
                  {term}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <BySkill />
    </>
  );
}
