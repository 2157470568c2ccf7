import { Check, Plus, UserMinus, UserPlus, UserRoundCheck } from "lucide-react";
import { cx } from "@/lib/cx";
import { useSession } from "@/lib/session";
import { useFollow } from "../api/use-follow";

interface FollowButtonProps {
  person: { id: string; is_following: boolean; total_followers?: number };
  name: string;
  className?: string;
}

/**
 * 'Follow' button; once following it shows 'Following', and 'Unfollow' on hover. Absent for a
 * delegate, who cannot follow people for a neighbour.
 */
export function FollowButton({ person, name, className }: FollowButtonProps) {
  const toggle = useFollow(person);
  const acting = useSession()?.acting;
  const following = person.is_following;
  if (acting) return null;
  const Icon = following ? Check : Plus;
  return (
    <button
      type="button"
      aria-pressed={following}
      onClick={toggle}
      className={cx(
        "group inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full px-4 text-small font-semibold transition-colors",
        following
          ? "bg-leaf-soft text-leaf hover:bg-danger-soft hover:text-danger"
          : "bg-card text-ink ring-[1.5px] ring-inset ring-line hover:bg-sunk",
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4" strokeWidth={2.5} />
      {following ? <FollowingLabel /> : "Follow"}
      <span className="sr-only">{name}</span>
    </button>
  );
}

/** Both labels are stacked, so that the button keeps its width. */
function FollowingLabel() {
  return (
    <span className="grid justify-items-center">
      <span className="col-start-1 row-start-1 group-hover:invisible">Following</span>
      <span className="invisible col-start-1 row-start-1 group-hover:visible">Unfollow</span>
    </span>
  );
}

/** 'Follow' as an icon button, for narrow places. */
export function FollowIcon({ person, name, className }: FollowButtonProps) {
  const toggle = useFollow(person);
  const acting = useSession()?.acting;
  const following = person.is_following;
  if (acting) return null;
  return (
    <button
      type="button"
      aria-pressed={following}
      aria-label={`${following ? "Following" : "Follow"} ${name}`}
      title={following ? "Unfollow" : "Follow"}
      onClick={toggle}
      className={cx(
        "group grid size-11 place-items-center rounded-full transition-colors",
        following
          ? "bg-leaf-soft text-leaf hover:bg-danger-soft hover:text-danger"
          : "text-ink-2 ring-[1.5px] ring-inset ring-line hover:bg-sunk hover:text-ink",
        className,
      )}
    >
      {following ? (
        <>
          <UserRoundCheck aria-hidden="true" className="size-5 group-hover:hidden" />
          <UserMinus aria-hidden="true" className="hidden size-5 group-hover:block" />
        </>
      ) : (
        <UserPlus aria-hidden="true" className="size-5" />
      )}
    </button>
  );
}
