import { MessageSquare } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { SearchInput } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { useConversations } from "../api/use-conversations";
import { ConversationRow } from "./conversation-row";

/** The member's conversations; `openId` is the person whose thread is open. */
export function ConversationList({ openId }: { openId: string | undefined }) {
  const [search, setSearch] = useState("");
  const list = useConversations(search);
  const Heading = openId ? "h2" : "h1";
  return (
    <>
      <header className="grid gap-3 px-4 pt-5 pb-3">
        {!openId && <PageTitle>Messages</PageTitle>}
        <Heading tabIndex={-1} className="text-heading">
          Messages
        </Heading>
        <SearchInput
          label="Search messages"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-4">
        <Loaded
          query={list}
          error="Failed to fetch users"
          skeleton={
            <div className="px-3">
              <SkeletonList>
                <SkeletonRow />
              </SkeletonList>
            </div>
          }
          empty={list.term ? <NothingFound term={list.term} /> : <NoConversations />}
        >
          {(conversations) => (
            <ul aria-label="Conversations" className="grid grid-cols-1 gap-0.5">
              {conversations.map((conversation) => (
                <li key={conversation.user_id}>
                  <ConversationRow
                    conversation={conversation}
                    open={conversation.user_id === openId}
                    term={list.term}
                  />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {list.hasNextPage && (
          <div className="grid justify-items-center py-3">
            <Button
              variant="quiet"
              size="small"
              busy={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function NothingFound({ term }: { term: string }) {
  return (
    <EmptyState icon={<MessageSquare />} title="Nothing found">
      No conversation has “{term}” in it.
    </EmptyState>
  );
}

function NoConversations() {
  return (
    <EmptyState
      art="messages"
      title="No messages yet"
      action={<ButtonLink to="/explore">Look at people nearby</ButtonLink>}
    >
      Write to a neighbour from their profile, and you'll find the conversation here.
    </EmptyState>
  );
}
