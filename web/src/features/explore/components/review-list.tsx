import { MessageSquareQuote } from "lucide-react";
import { useId, useState } from "react";
import { Avatar } from "@/components/avatar";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PersonLink } from "@/components/person-link";
import { Loading, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { type Schemas, usePages } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { useSession } from "@/lib/session";
import { RemoveReview } from "./remove-review";

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

function ReviewCard({ review, personId }: { review: Schemas["Review"]; personId: string }) {
  const claims = useSession()?.claims;
  const isStaff = claims !== undefined && claims.role !== "member";
  const { reviewer, rating, comment, skill_type, created_at } = review;
  const name = `${reviewer.firstname} ${reviewer.lastname}`;
  return (
    <Card className="grid gap-2.5">
      <div className="flex items-center gap-3">
        <Avatar name={name} photo={reviewer.photourl} />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-bold">
            <PersonLink id={reviewer.id}>{name}</PersonLink>
          </p>
          <p className="text-small text-ink-2">
            {skill_type} · {formatDay(created_at)}
          </p>
        </div>
        <FiveStars rating={rating} />
      </div>
      {comment && <p className="whitespace-pre-line">{comment}</p>}
      {isStaff && ![personId, reviewer.id].includes(claims.id) && (
        <RemoveReview review={review} name={name} />
      )}
    </Card>
  );
}

const SCALE = [1, 2, 3, 4, 5];

function FiveStars({ rating }: { rating: number }) {
  return (
    <span className="whitespace-nowrap text-spark-deep">
      <span className="sr-only">{rating} out of 5 stars</span>
      <span aria-hidden="true">
        {SCALE.map((star) => (
          <span key={star} className={star <= rating ? "" : "opacity-30"}>
            ★
          </span>
        ))}
      </span>
    </span>
  );
}
