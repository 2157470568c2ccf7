import { Check, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { type ChecklistItem, checklistItems } from "../checklist";
import { ProgressRing } from "../components/progress-ring";

/** The items of a complete profile; open ones link to their forms. */
export function ChecklistCard({ profile }: { profile: Schemas["Profile"] }) {
  const items = checklistItems(profile);
  const done = items.filter((item) => item.done).length;
  return (
    <section aria-labelledby="checklist" className="rounded-m bg-leaf-soft p-4 sm:p-5">
      <div className="flex items-center gap-3.5">
        <ProgressRing done={done} total={items.length} />
        <div>
          <h2 id="checklist" className="text-title">
            {done === items.length ? "Your profile is complete" : "Complete your profile"}
          </h2>
          <p className="text-small text-ink-2">
            {done}/{items.length} done
          </p>
        </div>
      </div>
      <ul className="mt-3 grid gap-0.5">
        {items.map((item) => (
          <li key={item.label}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ item }: { item: ChecklistItem }) {
  const body = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          "grid size-6 shrink-0 place-items-center rounded-full",
          item.done ? "bg-leaf text-card" : "ring-2 ring-inset ring-edge",
        )}
      >
        {item.done && <Check className="size-4" strokeWidth={3} />}
      </span>
      <span className="flex-1">
        {item.label}
        <span className="sr-only">{item.done ? ": done" : ": to do"}</span>
      </span>
    </>
  );
  const row = "flex min-h-11 items-center gap-3 rounded-s px-1.5";
  if (item.done) return <div className={cx(row, "text-ink-2")}>{body}</div>;
  return (
    <Link to={item.to} className={cx(row, "font-semibold hover:bg-card")}>
      {body}
      <ChevronRight aria-hidden="true" className="size-5" />
    </Link>
  );
}
