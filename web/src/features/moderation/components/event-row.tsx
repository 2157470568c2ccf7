import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatDateAndTime } from "@/lib/format";
import { EventForm } from "./event-form";

type CommunityEvent = Schemas["CommunityEvent"];

const STATES = {
  coming: { tone: "leaf", text: "To come" },
  begun: { tone: "spark", text: "Now" },
  over: { tone: "neutral", text: "Over" },
  cancelled: { tone: "danger", text: "Cancelled" },
} as const;

/** An event with its time and guests; until it is over, it can be changed and cancelled. */
export function EventRow({ event }: { event: CommunityEvent }) {
  const { id, title, place, starts_at, state, joined, waiting } = event;
  const { tone, text } = STATES[state];
  return (
    <div className="py-3 wrap-anywhere">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="font-bold">
          <Link
            to={`/community/events/${id}`}
            className="inline-flex min-h-6 items-center underline-offset-3 hover:underline"
          >
            {title}
          </Link>
        </h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="num text-small text-ink-2">
        {formatDateAndTime(starts_at)} · {place}
      </p>
      <p className="num text-small text-ink-2">
        {joined} joined{waiting > 0 && `, ${waiting} waiting`}
      </p>
      {(state === "coming" || state === "begun") && <Actions event={event} />}
    </div>
  );
}

function Actions({ event: { id, title } }: { event: CommunityEvent }) {
  const cache = useQueryCache();
  const [step, setStep] = useState<"edit" | "cancel">();
  const params = { path: { id } };
  // Another admin may have been faster: reload the current state either way.
  const onSettled = () =>
    cache.invalidate(
      "/api/admin/events",
      "/api/community/events",
      "/api/community/events/{id}",
      "/api/admin/audit",
    );
  const done = (message: string) => () => {
    toast.success(message);
    setStep(undefined);
  };
  const save = api.useMutation("put", "/api/admin/events/{id}", {
    onSettled,
    onSuccess: done("Saved."),
  });
  const cancel = api.useMutation("put", "/api/admin/events/{id}/cancel", {
    onSettled,
    onSuccess: done("Cancelled. Those who joined are being told."),
  });
  if (step === "edit") {
    return (
      <Editing
        id={id}
        busy={save.isPending}
        send={(body, onError) => save.mutate({ params, body }, { onError })}
        onCancel={() => setStep(undefined)}
      />
    );
  }
  return (
    <div className="mt-2 flex flex-wrap justify-end gap-3">
      <Button variant="quiet" size="small" onClick={() => setStep("edit")}>
        Change<span className="sr-only">: {title}</span>
      </Button>
      <Button variant="quiet" size="small" onClick={() => setStep("cancel")}>
        Cancel it<span className="sr-only">: {title}</span>
      </Button>
      <ConfirmDialog
        open={step === "cancel"}
        onOpenChange={(open) => !open && setStep(undefined)}
        title="Cancel this event?"
        description="Those who joined or wait, and its hosts, are notified. It can't be put on again."
        cancelLabel="Keep it"
        confirmLabel="Cancel it"
        variant="danger"
        busy={cancel.isPending}
        error={cancel.error ? messageOf(cancel.error) : undefined}
        onConfirm={() => cancel.mutate({ params })}
      />
    </div>
  );
}

interface EditingProps extends Pick<Parameters<typeof EventForm>[0], "busy" | "send"> {
  id: string;
  onCancel: () => void;
}

/** The form with the event as it is now: a list leaves its hosts out. */
function Editing({ id, onCancel, ...form }: EditingProps) {
  const event = api.useQuery("get", "/api/community/events/{id}", { params: { path: { id } } });
  return (
    <Loaded
      query={event}
      skeleton={
        <Loading label="Loading the event">
          <Skeleton className="h-96 rounded-m" />
        </Loading>
      }
    >
      {(found) => (
        <EventForm event={found} action="Save" {...form}>
          <Button variant="quiet" onClick={onCancel}>
            Leave it as it is
          </Button>
        </EventForm>
      )}
    </Loaded>
  );
}
