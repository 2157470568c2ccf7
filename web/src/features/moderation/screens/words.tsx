import { useState } from "react";
import { SearchInput } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api } from "@/lib/api";
import { CategoryWordsCard } from "../components/category-words-card";

/** The search words of each category. */
export function Component() {
  const categories = api.useQuery("get", "/api/admin/words", {
    params: { query: { limit: 100 } },
  });
  const [text, setText] = useState("");
  const term = text.trim().toLowerCase();
  return (
    <section aria-labelledby="words" className="max-w-3xl">
      <PageTitle>Words</PageTitle>
      <h2 id="words" className="text-title">
        Search words
      </h2>
      <p className="mb-4 text-ink-2">
        A search for one of these words finds the category, even with one wrong letter. Add the
        words that people use here.
      </p>
      <SearchInput
        label="Find a category or a word"
        className="mb-4 max-w-md"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Loaded
        query={categories}
        error="Unable to load words. Please try again later."
        skeleton={
          <SkeletonList count={4}>
            <SkeletonRow />
          </SkeletonList>
        }
      >
        {(list) => {
          const shown = list.filter(({ title, words, added }) =>
            [title, ...words, ...added].some((word) => word.toLowerCase().includes(term)),
          );
          return (
            <>
              <p role="status" className={shown.length === 0 ? "text-ink-2" : "sr-only"}>
                {term && `${shown.length || "No"} categories match “${text.trim()}”.`}
              </p>
              <ul className="grid gap-4">
                {shown.map((category) => (
                  <li key={category.id}>
                    <CategoryWordsCard category={category} />
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
