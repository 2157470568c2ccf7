import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useReloadMembers } from "../api/use-members";
import { type Member, nameOf } from "./member";

/** Button to reset a member's second factor, after the loss of both phone and recovery codes. */
export function SecondFactorReset({ member, onDone }: { member: Member; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const reload = useReloadMembers();
  const name = nameOf(member);
  const reset = api.useMutation("delete", "/api/admin/members/{id}/second-factor", {
    onSuccess: () => {
      reload();
      toast.success(`${name} can sign in with the password alone, and has been told`);
      onDone();
    },
  });
  return (
    <>
      <p className="text-ink-2">
        For somebody who has lost their phone and their recovery codes. Make sure it is really them.
      </p>
      <Button variant="quiet" className="justify-self-end" onClick={() => setAsking(true)}>
        Reset two-step sign-in
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Reset two-step sign-in?"
        description={`Until they set it up again, the password alone signs in to the account of ${name}.`}
        confirmLabel="Reset"
        variant="danger"
        busy={reset.isPending}
        error={reset.error ? messageOf(reset.error) : undefined}
        onConfirm={() => reset.mutate({ params: { path: { id: member.id } } })}
      />
    </>
  );
}
