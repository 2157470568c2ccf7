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
        {category ? "Neighbours who offer this, nearest first." : "All neighbours, nearest first."}
      </PageHeader>
      <div className="grid gap-6 *:min-w-0">
        <RequireModule name="skills">
          <CategoryChips chosen={category} />
        </RequireModule>
        {category ? <SkillList category={category} /> : <EveryoneList />}
      </div>
    </>
  );
}
