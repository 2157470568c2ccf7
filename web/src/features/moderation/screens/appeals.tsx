import { Scale } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { AppealCard } from "../components/appeal-card";
import { Queue, useFilter } from "../components/queue";

const FILTERS = [
  { status: "open", label: "Open", empty: "No appeal is waiting" },
  { status: "decided", label: "Decided", empty: "Nothing decided yet" },
] as const;

/** Appeals against decisions of staff; the filter is kept in the URL. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const { status, empty } = filtering.shown;
  return (
    <Queue
      title="Appeals"
      intro="Members who ask you to look at a decision again. Somebody else than who took it decides, if there is anybody else. Take one first, so that no two of you work on it."
      filtering={filtering}
      list={usePages("/api/admin/appeals", { query: { status } })}
      placeholders={3}
      empty={
        <EmptyState icon={<Scale />} title={empty}>
          Appeals against suspensions, takedowns and declined applications show up here.
        </EmptyState>
      }
    >
      {(appeal) => <AppealCard appeal={appeal} />}
    </Queue>
  );
}
