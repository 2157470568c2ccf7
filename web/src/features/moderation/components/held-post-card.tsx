import { useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError } from "@/components/form";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, client, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { formatAgoInSentence } from "@/lib/format";
import { CasePicture } from "./case-picture";
import { ClaimLine } from "./claim-line";
import { ModerationBadge } from "./moderation-badge";
import { nameIn } from "./report-words";

type HeldPost = Schemas["HeldPost"];

/** A first post of a new member, and what staff can do while it waits. */
export function HeldPostCard({ held }: { held: HeldPost }) {
  const { author, reviewee, post, decision } = held;
  return (
    <Card className="grid gap-3">
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-title wrap-anywhere">{headingOf(held)}</h3>
          {decision && (
            <Badge tone={decision.released ? "leaf" : "danger"}>
              {decision.released ? "Released" : "Removed"}
            </Badge>
          )}
          {!decision && post && <ModerationBadge state={post.moderation} />}
        </div>
        <p className="text-small text-ink-2 wrap-anywhere">
          <Link to={`/user-profile/${author.id}`} className="font-semibold hover:underline">
            {nameIn(author)}
          </Link>
          {reviewee && ` about ${nameIn(reviewee)}`}, {formatAgoInSentence(held.created_at)}
        </p>
      </div>
      {post ? <Content held={held} post={post} /> : <p className="text-ink-2">It is deleted.</p>}
      {decision && (
        <div>
          <p className="text-small text-ink-2">
            {nameIn(decision.by)}, {formatAgoInSentence(decision.at)}
          </p>
          {decision.reason && (
            <p className="whitespace-pre-line wrap-anywhere">{decision.reason}</p>
          )}
        </div>
      )}
      {!decision && post && <Handling held={held} revision={post.revision} />}
    </Card>
  );
}

function headingOf({ kind, post }: HeldPost): string {
  const name = { skill: "Skill", need: "Need", review: "Review" }[kind];
  return post ? `${name}: ${post.title}` : name;
}

function Content({ held, post }: { held: HeldPost; post: Schemas["HeldPostContent"] }) {
  const name = nameIn(held.author);
  return (
    <>
      {post.rating && <p className="font-semibold">{post.rating} of 5 stars</p>}
      {post.text && (
        <p className="rounded-s bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">{post.text}</p>
      )}
      {post.pictures.map((path, number) => (
        <CasePicture
          key={path}
          path={path}
          alt={`Picture ${number + 1} from ${name}`}
          of={`${name}, number ${number + 1}`}
          load={(signal) => loadPicture(held.id, number, signal)}
        />
      ))}
    </>
  );
}

async function loadPicture(id: string, number: number, signal: AbortSignal): Promise<Blob> {
  const { data } = await client.GET("/api/admin/held-posts/{id}/pictures/{number}", {
    params: { path: { id, number } },
    parseAs: "blob",
    signal,
  });
  return data as unknown as Blob;
}

function useReload() {
  const cache = useQueryCache();
  // A colleague may have been faster, or the author changed it: reload the current state.
  return () =>
    cache.invalidate(
      "/api/admin/held-posts",
      "/api/admin/waiting",
      "/api/admin/takedowns",
      "/api/admin/audit",
    );
}

interface HandlingProps {
  held: HeldPost;
  /** Revision of the post on screen, which a decision names. */
  revision: number;
}

function Handling({ held, revision }: HandlingProps) {
  const [removing, setRemoving] = useState(false);
  const release = api.useMutation("put", "/api/admin/held-posts/{id}/decide", {
    onSettled: useReload(),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => toast.success("Others can see it now"),
  });
  const params = { path: { id: held.id } };
  const what = `the post of ${nameIn(held.author)}`;
  if (removing) {
    return <RemovalForm held={held} revision={revision} onCancel={() => setRemoving(false)} />;
  }
  return (
    <>
      <ClaimLine queue="posts" id={held.id} what={what} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={() => setRemoving(true)}>
          Remove<span className="sr-only"> {what}</span>
        </Button>
        <Button
          size="small"
          busy={release.isPending}
          onClick={() => release.mutate({ params, body: { decision: "release", revision } })}
        >
          Show it to all<span className="sr-only">: {what}</span>
        </Button>
      </div>
    </>
  );
}

const schema = z.object({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "A reason is required"),
      z.maxLength(500, "Please keep it to 500 characters"),
    ),
});

function RemovalForm({ held, revision, onCancel }: HandlingProps & { onCancel: () => void }) {
  const form = useAppForm(schema, { reason: "" });
  const name = nameIn(held.author);
  const remove = api.useMutation("put", "/api/admin/held-posts/{id}/decide", {
    onSettled: useReload(),
    onSuccess: () => toast.success(`${name} has been told`),
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ reason }) =>
        remove.mutate({
          params: { path: { id: held.id } },
          body: { decision: "remove", reason, revision },
        }),
      )}
    >
      <ReplyField
        form={form}
        name="reason"
        queue="posts"
        label="Reason"
        hint={`${name} reads it, and can appeal once: a colleague then looks at it again.`}
        rows={3}
      />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onCancel}>
          Back
        </Button>
        <Button type="submit" size="small" variant="danger" busy={remove.isPending}>
          Remove it
        </Button>
      </div>
    </Form>
  );
}
