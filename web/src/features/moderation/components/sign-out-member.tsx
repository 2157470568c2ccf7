import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { type Member, nameOf } from "./member";

/** Button to sign a member out on all devices, after the loss of a phone or of a password. */
export function SignOutMember({ member, onDone }: { member: Member; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const name = nameOf(member);
  const signOut = api.useMutation("delete", "/api/admin/members/{id}/sessions", {
    onSuccess: () => {
      toast.success(`${name} is signed out on all devices`);
      onDone();
    },
  });
  return (
    <>
      <p className="text-ink-2">
        For a lost phone, or if somebody else may be signed in. They can sign in again.
      </p>
      <Button variant="quiet" className="justify-self-end" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        description={`All devices of ${name} are signed out, and the secret address of their calendar stops working.`}
        confirmLabel="Sign out"
        variant="danger"
        busy={signOut.isPending}
        error={signOut.error ? messageOf(signOut.error) : undefined}
        onConfirm={() => signOut.mutate({ params: { path: { id: member.id } } })}
      />
    </>
  );
}
