import { useSearchParams } from "react-router";
import { PageHeader } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { CategoryChips } from "../parts/category-chips";
import { EveryoneList } from "../parts/everyone-list";
import { SkillList } from "../parts/skill-list";

/** People by what they do: everyone, or those of one category (`?category=`). */
export function Component() {
  const [params] = useSearchParams();
  const category = params.get("category")?.trim() || null;
  return (
    <>
      <PageHeader title={category ?? "Everyone"} back="/explore">
        {category ? "Neighbours who offer this." : "All neighbours, nearest first."}
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        <RequireModule name="skills">
          <CategoryChips chosen={category} />
        </RequireModule>
        <h2 className="sr-only">People</h2>
        {category ? <SkillList category={category} /> : <EveryoneList />}
      </div>
    </>
  );
}
