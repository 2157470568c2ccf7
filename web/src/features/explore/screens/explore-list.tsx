import { useSearchParams } from "react-router";
import { PageHeader } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { SaveSearch } from "@/components/save-search";
import { useCategories } from "@/lib/categories";
import { useOwnProfile } from "@/lib/profile";
import { useSearchArea } from "../api/use-people";
import { CategoryChips } from "../components/category-chips";
import { EveryoneList } from "../components/everyone-list";
import { PeopleFilters } from "../components/people-filters";
import { SkillList } from "../components/skill-list";
import { TownNotice } from "../components/town-notice";
import { readFilters } from "../filters";
import { type SearchArea, savedArea } from "../search-area";

const MAX_DISTANCE = "2000";

/** Providers by place: everyone, or those of one category (`?category=`). */
export function Component() {
  const [params] = useSearchParams();
  const category = params.get("category")?.trim() || null;
  const { data: profile } = useOwnProfile();
  const where = useSearchArea(profile, readFilters(params), MAX_DISTANCE);
  return (
    <>
      <PageHeader title={category ?? "Everyone"} back="/explore">
        {category ? "Neighbours who offer this, nearest first." : "All neighbours, nearest first."}
      </PageHeader>
      <div className="grid grid-cols-1 gap-4 sm:gap-6">
        <TownNotice />
        <RequireModule name="skills">
          <CategoryChips chosen={category} />
        </RequireModule>
        <PeopleFilters where={where} />
        {category && where && <SaveCategory title={category} where={where} />}
        <h2 className="sr-only">People</h2>
        {category ? (
          <SkillList category={category} where={where} />
        ) : (
          <EveryoneList where={where} />
        )}
      </div>
    </>
  );
}

/** Button to save the search in a category of the catalogue. */
function SaveCategory({ title, where }: { title: string; where: SearchArea }) {
  const found = useCategories().data?.find((category) => category.title === title);
  return (
    found && (
      <div>
        <SaveSearch search={{ kind: "skills", category: found.id, ...savedArea(where) }} />
      </div>
    )
  );
}
