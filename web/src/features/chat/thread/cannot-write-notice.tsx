import { useEffect } from "react";
import { ButtonLink } from "@/components/button";
import { type Schemas, usePages } from "@/lib/api";

interface CannotWriteNoticeProps {
  otherId: string;
  head: Schemas["ConversationHead"] | undefined;
  /** Reason that nobody can write here. */
  text: string;
}

/**
 * Notice in place of the form where nobody can write. A member who has blocked the other sees so,
 * with a way to unblock; the blocked one does not.
 */
export function CannotWriteNotice({ otherId, head, text }: CannotWriteNoticeProps) {
  const mayBeMine = head?.cannot_write_reason === "blocked";
  const blocked = usePages("/api/users/blocked", {}, { enabled: mayBeMine });
  const { data: items, hasNextPage, isFetching, fetchNextPage } = blocked;
  const mine = mayBeMine && items?.some(({ user_id }) => user_id === otherId);
  useEffect(() => {
    if (mayBeMine && !mine && hasNextPage && !isFetching) fetchNextPage();
  }, [mayBeMine, mine, hasNextPage, isFetching, fetchNextPage]);
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 text-ink-2">
      <p className="min-w-0 flex-1 basis-52">
        {text}
        {mine && " You have blocked them."}
      </p>
      {mine && (
        <ButtonLink to="/settings/blocked" variant="quiet" size="small">
          People you have blocked
        </ButtonLink>
      )}
    </div>
  );
}
