import { Avatar } from "@/components/avatar";
import { Card } from "@/components/card";
import { PersonLink } from "@/components/person-link";
import { ReportButton, type ReportTarget } from "@/components/report";
import type { Schemas } from "@/lib/api";
import { formatDay } from "@/lib/format";
import { useSession } from "@/lib/session";
import { RemoveReview } from "./remove-review";
import { ReplyButton } from "./reply-button";

interface ReviewCardProps {
  review: Schemas["Review"];
  /** The person reviewed. */
  personId: string;
}

/** A review with its reply; the person reviewed can reply, others can report it, delegates neither. */
export function ReviewCard({ review, personId }: ReviewCardProps) {
  const { claims, acting } = useSession() ?? {};
  const isStaff = claims !== undefined && claims.role !== "member";
  const { reviewer, rating, comment, skill_type, created_at, reply } = review;
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
      {comment && <p className="whitespace-pre-line wrap-anywhere">{comment}</p>}
      {reply && <Reply reply={reply} />}
      {!reply && !acting && claims?.id === personId && <ReplyButton review={review} name={name} />}
      {claims && !acting && claims.id !== reviewer.id && (
        <div className="flex justify-end">
          <ReportButton
            target={reportTarget(review)}
            label="Report"
            about={`the review by ${name}`}
          />
        </div>
      )}
      {isStaff && ![personId, reviewer.id].includes(claims.id) && (
        <RemoveReview review={review} name={name} />
      )}
    </Card>
  );
}

function Reply({ reply }: { reply: Schemas["ReviewReply"] }) {
  return (
    <div className="rounded-s bg-sunk px-4 py-3">
      <p className="text-small font-semibold">Reply · {formatDay(reply.created_at)}</p>
      <p className="whitespace-pre-line wrap-anywhere">{reply.text}</p>
    </div>
  );
}

/** Returns the review as a thing to report; a former member cannot be blocked. */
function reportTarget({ id, reviewer }: Schemas["Review"]): ReportTarget {
  const firstname = reviewer.id ? reviewer.firstname : "The author";
  return { subject: "review", id, personId: reviewer.id, firstname };
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
