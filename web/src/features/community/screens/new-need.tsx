import { useNavigate } from "react-router";
import { PageHeader } from "@/components/page-header";
import { toast } from "@/components/toast";
import { ApiError, api, useIdempotencyKey, useQueryCache } from "@/lib/api";
import { NeedForm } from "../components/need-form";

/** Screen to post a need. */
export function Component() {
  const cache = useQueryCache();
  const navigate = useNavigate();
  const key = useIdempotencyKey();
  const post = api.useMutation("post", "/api/needs", {
    onSuccess: ({ id, moderation }) => {
      key.renew();
      cache.markStale("/api/needs");
      toast.success(
        moderation === "held"
          ? "Your need is saved. A moderator looks at it first."
          : "Your need is on the board.",
      );
      navigate(`/needs/${id}`, { replace: true });
    },
    // Without a response it may be posted: the retry must carry the same key.
    onError: (error) => {
      if (error instanceof ApiError && error.status !== 0) key.renew();
    },
  });
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Ask for help" back="/community">
        Neighbours who can help send you a message.
      </PageHeader>
      <NeedForm
        action="Post it"
        busy={post.isPending}
        send={(body, onError) => post.mutate({ params: { header: key.header }, body }, { onError })}
      />
    </div>
  );
}
