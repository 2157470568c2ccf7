import { useLocation, useParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/states";
import { cx } from "@/lib/cx";
import { ConversationList } from "../list/conversation-list";
import { type KnownPerson, Thread } from "../thread/thread";

/**
 * All conversations and one of them: beside each other where there is room, each on its own on a
 * phone. It takes the whole height, so that what is written stays in reach.
 */
export function Component() {
  const { id } = useParams();
  const known = useKnownPerson(id);
  return (
    <div data-fill className="flex h-96 w-full tall:h-auto tall:min-h-0 tall:flex-1">
      <section
        aria-label="Conversations"
        className={cx(
          "min-h-0 w-full flex-col border-line md:flex md:w-64 md:shrink-0 md:border-r lg:w-80",
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
    <div className="hidden min-w-0 flex-1 place-items-center overflow-y-auto md:grid">
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

/** What the list has told of the person on the way here. */
function useKnownPerson(id: string | undefined): KnownPerson | undefined {
  const { userId, userName, userPhoto } = (useLocation().state ?? {}) as Record<string, unknown>;
  if (userId !== id || typeof userName !== "string") return undefined;
  return { name: userName, photo: typeof userPhoto === "string" ? userPhoto : undefined };
}
