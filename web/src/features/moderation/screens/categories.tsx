import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { SearchInput } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api } from "@/lib/api";
import { CategoryForm } from "../categories/category-form";
import { CategoryRow } from "../categories/category-row";

/** The categories of skills, which admins add, change, order, hide and empty. */
export function Component() {
  const categories = api.useQuery("get", "/api/admin/categories", {
    params: { query: { limit: 100 } },
  });
  const [text, setText] = useState("");
  const [adding, setAdding] = useState(false);
  const term = text.trim().toLowerCase();
  return (
    <section aria-labelledby="categories" className="grid max-w-3xl gap-4">
      <PageTitle>Categories</PageTitle>
      <div>
        <h2 id="categories" className="text-title">
          Categories of skills
        </h2>
        <p className="text-ink-2">
          Members choose one when they add a skill, in this order. A hidden one keeps its skills,
          and takes no new ones. Their search words are under{" "}
          <Link to="/admin/words" className="font-semibold text-leaf underline">
            Words
          </Link>
          <RequireModule name="vetting">
            , and which of them need a check under{" "}
            <Link to="/admin/checks" className="font-semibold text-leaf underline">
              Checks
            </Link>
          </RequireModule>
          .
        </p>
      </div>
      <Loaded
        query={categories}
        error="Unable to load categories. Please try again later."
        skeleton={
          <SkeletonList count={6}>
            <SkeletonRow />
          </SkeletonList>
        }
      >
        {(list) => {
          const shown = list.filter(({ title }) => title.toLowerCase().includes(term));
          return (
            <>
              {adding ? (
                <Card>
                  <CategoryForm all={list} onDone={() => setAdding(false)} />
                </Card>
              ) : (
                <Button className="justify-self-start" onClick={() => setAdding(true)}>
                  Add a category
                </Button>
              )}
              <SearchInput
                label="Find a category"
                className="max-w-md"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <p role="status" className={shown.length === 0 ? "text-ink-2" : "sr-only"}>
                {term && `${shown.length || "No"} categories match “${text.trim()}”.`}
              </p>
              <ul className="grid gap-3">
                {shown.map((category) => (
                  <li key={category.id}>
                    <CategoryRow category={category} all={list} />
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
