import { RequireModule } from "@/components/require-module";
import { CategoryStrip } from "./category-strip";

/** All categories, for someone who has not found a search text yet. */
export function BySkill() {
  return (
    <RequireModule name="skills">
      <section aria-labelledby="by-skill" className="mt-6 grid grid-cols-1 gap-3">
        <h2 id="by-skill" className="text-title">
          Or look by skill
        </h2>
        <CategoryStrip />
      </section>
    </RequireModule>
  );
}
