import { useState } from "react";
import { Button } from "@/components/button";
import { ReasonDialog } from "@/components/reason-dialog";
import { toast } from "@/components/toast";
import { api } from "@/lib/api";
import { useReloadMembers } from "../api/use-members";
import { type Member, nameOf } from "./member";

/** Button to delete the account of a member who asked for it and cannot do it. */
export function DeleteMember({ member, onDone }: { member: Member; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const reload = useReloadMembers();
  const name = nameOf(member);
  const leave = api.useMutation("post", "/api/admin/members/{id}/leaving");
  return (
    <>
      <p className="text-ink-2">
        For somebody who wants to leave and cannot do it by themselves. Open bookings and money must
        be settled first. Make sure it is really them.
      </p>
      <Button variant="quiet" className="justify-self-end" onClick={() => setAsking(true)}>
        Delete this account
      </Button>
      {asking && (
        <ReasonDialog
          title={`Delete the account of ${name}?`}
          description="Their profile, skills, documents and saved cards are deleted for ever. They are told by email."
          hint="For the audit log. They read it too."
          max={500}
          action="Delete for ever"
          busy={leave.isPending}
          send={async (reason) => {
            await leave.mutateAsync({ params: { path: { id: member.id } }, body: { reason } });
            reload();
            toast.success(`The account of ${name} is deleted`);
            onDone();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
