import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { ReplyForm, useReloadReplies } from "./reply-form";

interface ReplyCardProps {
  reply: Schemas["CannedReply"];
  /** Whether the reader may change it. */
  editable: boolean;
}

/** A canned reply; admins change or delete it. */
export function ReplyCard({ reply, editable }: ReplyCardProps) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <Card>
        <ReplyForm reply={reply} onDone={() => setEditing(false)} />
      </Card>
    );
  }
  return (
    <Card className="grid gap-3">
      <h4 className="font-text text-body font-bold tracking-normal wrap-anywhere">{reply.title}</h4>
      <p className="whitespace-pre-line wrap-anywhere">{reply.text}</p>
      {editable && (
        <div className="flex flex-wrap justify-end gap-3">
          <DeleteButton reply={reply} />
          <Button size="small" variant="quiet" onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> {reply.title}</span>
          </Button>
        </div>
      )}
    </Card>
  );
}

function DeleteButton({ reply }: { reply: Schemas["CannedReply"] }) {
  const [asking, setAsking] = useState(false);
  const remove = api.useMutation("delete", "/api/admin/replies/{id}", {
    onSettled: useReloadReplies(),
    onSuccess: () => {
      setAsking(false);
      toast.success("The reply is deleted");
    },
  });
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
        Delete<span className="sr-only"> {reply.title}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete '${reply.title}'?`}
        description="Nobody can insert it any more. What was sent with it stays as it is."
        confirmLabel="Delete"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate({ params: { path: { id: reply.id } } })}
      />
    </>
  );
}
