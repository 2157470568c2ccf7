import { useState } from "react";
import { useNavigate } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { messageOf, type Schemas } from "@/lib/api";
import { useSparks } from "@/lib/balance";
import { firstnameOf } from "@/lib/format";
import { useOwnNeed } from "../api/use-own-need";
import { CloseNeedDialog } from "./close-need-dialog";

type Need = Schemas["Need"];

/** The author's buttons for a need, by its state. */
export function OwnActions({ need }: { need: Need }) {
  const navigate = useNavigate();
  const { renew, close, remove } = useOwnNeed(() => navigate("/community", { replace: true }));
  const [asking, setAsking] = useState<"sorted" | "delete">();
  const params = { path: { id: need.id } };
  const shown = need.moderation === "visible";
  const unfinished = shown && need.state !== "closed";
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" onClick={() => setAsking("delete")}>
        Delete
      </Button>
      {need.state === "open" && need.moderation !== "removed" && (
        <ButtonLink to={`/needs/${need.id}/edit`} variant="quiet">
          Change
        </ButtonLink>
      )}
      {unfinished && (
        <>
          <Button variant="quiet" busy={renew.isPending} onClick={() => renew.mutate({ params })}>
            {need.state === "arranged" ? "Post it again" : "Renew"} for {need.days}{" "}
            {need.days === 1 ? "day" : "days"}
          </Button>
          <Button onClick={() => setAsking("sorted")}>Sorted, thank you</Button>
        </>
      )}
      <Thanks need={need} />
      {asking === "sorted" && (
        <CloseNeedDialog
          need={need}
          busy={close.isPending}
          error={close.error ? messageOf(close.error) : undefined}
          send={(helper) =>
            close.mutate(
              { params, body: helper ? { helper_id: helper } : {} },
              { onSuccess: () => setAsking(undefined) },
            )
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title="Delete this need?"
        description="It is gone at once, with the list of who answered. Your messages stay."
        cancelLabel="Keep it"
        confirmLabel="Delete"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate({ params })}
      />
    </div>
  );
}

/** Leads on to giving sparks to the neighbour who helped, where the community uses them. */
function Thanks({ need: { helped } }: { need: Need }) {
  if (!useSparks() || !helped) return null;
  const firstname = firstnameOf(helped.name);
  return (
    <ButtonLink to={`/give-sparks?to=${helped.id}`} variant="spark">
      Give {firstname} sparks
    </ButtonLink>
  );
}
