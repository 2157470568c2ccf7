import { useLocation, useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { cx } from "@/lib/cx";
import { useConversations } from "../api/use-conversations";
import { ConversationList } from "../list/conversation-list";
import { type KnownPerson, Thread } from "../thread/thread";

/**
 * The list of conversations and one conversation: side by side on a wide screen, one at a time on a
 * phone. They fill the window; on a small screen an open conversation replaces the site's bars, so
 * that the text field stays in view. On a low screen the list scrolls with the page.
 */
export function Component() {
  const { id } = useParams();
  const known = useKnownPerson(id);
  return (
    <div
      data-fill={id ? "alone" : ""}
      className={cx("flex w-full flex-1", id ? "min-h-0" : "tall:min-h-0")}
    >
      <section
        aria-label="Conversations"
        className={cx(
          "min-h-0 w-full flex-col border-line beside:flex beside:w-64 beside:shrink-0 beside:border-r lg:beside:w-80",
          id ? "hidden" : "flex",
        )}
      >
        <ConversationList openId={id} />
      </section>
      {id ? <Thread key={id} otherId={id} known={known} /> : <NothingSelected />}
    </div>
  );
}

function NothingSelected() {
  return (
    <div className="hidden min-w-0 flex-1 place-items-center overflow-y-auto beside:grid">
      <EmptyState
        art="messages"
        title="Select a conversation to start messaging"
        action={<ButtonLink to="/explore">Look at people nearby</ButtonLink>}
      >
        Or write to somebody new from their profile.
      </EmptyState>
    </div>
  );
}

/** Returns the person's name and photo from the navigation state or the list. */
function useKnownPerson(id: string | undefined): KnownPerson | undefined {
  const listed = useConversations("").data?.find(({ user_id }) => user_id === id);
  const { userId, userName, userPhoto } = (useLocation().state ?? {}) as Record<string, unknown>;
  if (userId !== id || typeof userName !== "string") {
    return listed && { name: listed.name, photo: listed.photourl };
  }
  return { name: userName, photo: typeof userPhoto === "string" ? userPhoto : undefined };
}
