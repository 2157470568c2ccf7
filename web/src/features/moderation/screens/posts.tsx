import { Hourglass } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { usePages } from "@/lib/api";
import { HeldPostCard } from "../components/held-post-card";
import { Queue, useFilter } from "../components/queue";

const FILTERS = [
  { status: "open", label: "Waiting", empty: "No post is waiting" },
  { status: "decided", label: "Decided", empty: "Nothing decided yet" },
] as const;

/** First posts of new members, held for review by staff; the filter is kept in the URL. */
export function Component() {
  const filtering = useFilter(FILTERS);
  const { status, empty } = filtering.shown;
  return (
    <Queue
      title="First posts"
      intro="What new members post first: skills, needs and reviews. Only they and you see it until you show it to all. Take one first, so that no two of you work on it."
      filtering={filtering}
      list={usePages("/api/admin/held-posts", { query: { status } })}
      placeholders={3}
      empty={
        <EmptyState icon={<Hourglass />} title={empty}>
          The first posts of new members show up here, if this site holds them.
        </EmptyState>
      }
    >
      {(held) => <HeldPostCard held={held} />}
    </Queue>
  );
}
