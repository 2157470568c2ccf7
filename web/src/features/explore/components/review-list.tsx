import { MessageSquareQuote } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { Loading, SkeletonRow } from "@/components/skeleton";
import { type Schemas, usePages } from "@/lib/api";
import { ReviewCard } from "./review-card";

/** Reviews of a person: the newest shown, the rest on demand. */
export function ReviewList({ personId, firstname }: { personId: string; firstname: string }) {
  const reviews = usePages("/api/reviews/user/{id}", { path: { id: personId } });
  return (
    <section aria-labelledby="reviews" className="grid grid-cols-1 content-start gap-3">
      <h2 id="reviews" className="text-title">
        Reviews
      </h2>
      <Loaded
        query={reviews}
        error="Failed to fetch user reviews"
        skeleton={
          <Loading label="Loading reviews">
            <Card>
              <SkeletonRow />
            </Card>
          </Loading>
        }
        empty={
          <EmptyState icon={<MessageSquareQuote />} title="No reviews yet">
            They appear here once someone has booked {firstname}.
          </EmptyState>
        }
      >
        {(items) => <Expandable personId={personId} items={items} list={reviews} />}
      </Loaded>
    </section>
  );
}

interface ExpandableProps {
  personId: string;
  items: readonly Schemas["Review"][];
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

function Expandable({ personId, items, list }: ExpandableProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const shown = open ? items : items.slice(0, 1);
  const label = list.hasNextPage ? "Show more reviews" : `Show all ${items.length} reviews`;
  return (
    <>
      <ul id={listId} className="grid gap-3">
        {shown.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} personId={personId} />
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {open ? "Show only the newest" : label}
        </Button>
      )}
      {open && list.hasNextPage && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          busy={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
