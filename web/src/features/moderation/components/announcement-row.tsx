import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatWhen, formatWhenInSentence } from "@/lib/format";
import { AnnouncementForm } from "./announcement-form";
import { useAudienceText } from "./use-audience-text";

type Announcement = Schemas["StoredAnnouncement"];

/** An announcement with its time and text; while it is shown, it can be changed and ended. */
export function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const { title, text, created_at, until, ended_at, segment } = announcement;
  const audience = useAudienceText(segment);
  const ended = Boolean(ended_at) || Date.parse(until) <= Date.now();
  return (
    <div className="py-3 wrap-anywhere">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="font-bold">{title}</h3>
        <Badge tone={ended ? "neutral" : "leaf"}>{ended ? "Ended" : "Shown"}</Badge>
      </div>
      <p className="num text-small text-ink-2">
        {formatWhen(created_at)}
        {!ended && ` · until ${formatWhenInSentence(until)}`}
        {audience && ` · to members ${audience}`}
      </p>
      <details>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold underline">
          Read it<span className="sr-only">: {title}</span>
        </summary>
        <p className="pb-2 whitespace-pre-line">{text}</p>
      </details>
      {!ended && <Actions announcement={announcement} />}
    </div>
  );
}

function Actions({ announcement }: { announcement: Announcement }) {
  const cache = useQueryCache();
  const [step, setStep] = useState<"edit" | "end">();
  const params = { path: { id: announcement.id } };
  // Another admin may have been faster: reload the current state either way.
  const onSettled = () =>
    cache.invalidate("/api/admin/announcements", "/api/community", "/api/admin/audit");
  const done = (message: string) => () => {
    toast.success(message);
    setStep(undefined);
  };
  const save = api.useMutation("put", "/api/admin/announcements/{id}", {
    onSettled,
    onSuccess: done("Saved."),
  });
  const end = api.useMutation("put", "/api/admin/announcements/{id}/end", {
    onSettled,
    onSuccess: done("The announcement has ended."),
  });
  if (step === "edit") {
    return (
      <AnnouncementForm
        announcement={announcement}
        action="Save"
        busy={save.isPending}
        send={(body, onError) => save.mutate({ params, body }, { onError })}
      >
        <Button variant="quiet" onClick={() => setStep(undefined)}>
          Cancel
        </Button>
      </AnnouncementForm>
    );
  }
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" size="small" onClick={() => setStep("edit")}>
        Change<span className="sr-only">: {announcement.title}</span>
      </Button>
      <Button variant="quiet" size="small" onClick={() => setStep("end")}>
        End it now<span className="sr-only">: {announcement.title}</span>
      </Button>
      <ConfirmDialog
        open={step === "end"}
        onOpenChange={(open) => !open && setStep(undefined)}
        title="End this announcement?"
        description="Members no longer see it. It can't be shown again."
        cancelLabel="Keep it"
        confirmLabel="End it"
        variant="danger"
        busy={end.isPending}
        error={end.error ? messageOf(end.error) : undefined}
        onConfirm={() => end.mutate({ params })}
      />
    </div>
  );
}
