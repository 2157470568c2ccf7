import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { useSession } from "@/lib/session";
import { ReplyCard } from "../components/reply-card";
import { REPLY_QUEUES, ReplyForm } from "../components/reply-form";

/** Canned replies, by queue. */
export function Component() {
  const replies = api.useQuery("get", "/api/admin/replies");
  const editable = useSession()?.claims.role === "admin";
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="replies" className="grid max-w-3xl gap-4">
      <PageTitle>Replies</PageTitle>
      <div>
        <h2 id="replies" className="text-title">
          Replies
        </h2>
        <p className="text-ink-2">
          Texts that moderators and admins insert where they write a reason or an answer. Admins add
          and change them.
        </p>
      </div>
      {editable &&
        (adding ? (
          <Card>
            <ReplyForm onDone={() => setAdding(false)} />
          </Card>
        ) : (
          <Button className="justify-self-start" onClick={() => setAdding(true)}>
            Add a reply
          </Button>
        ))}
      <Loaded
        query={replies}
        error="The replies could not be loaded."
        skeleton={
          <SkeletonList count={3}>
            <SkeletonRow />
          </SkeletonList>
        }
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-ink-2">There are no replies yet.</p>
          ) : (
            <Groups replies={list} editable={editable} />
          )
        }
      </Loaded>
    </section>
  );
}

function Groups({ replies, editable }: { replies: Schemas["CannedReply"][]; editable: boolean }) {
  return Object.entries(REPLY_QUEUES).map(([queue, title]) => {
    const shown = replies.filter((reply) => reply.queue === queue);
    if (shown.length === 0) return null;
    return (
      <div key={queue} className="grid gap-3">
        <h3 className="text-title">{title}</h3>
        {shown.map((reply) => (
          <ReplyCard key={reply.id} reply={reply} editable={editable} />
        ))}
      </div>
    );
  });
}
