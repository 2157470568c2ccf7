import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useReloadMembers } from "../api/use-members";
import { ClaimLine } from "./claim-line";
import { type Member, nameOf } from "./member";

/** Buttons to approve or decline an applicant. */
export function ApplicantActions({ member }: { member: Member }) {
  const [asking, setAsking] = useState(false);
  const reload = useReloadMembers();
  const name = nameOf(member);
  const approve = api.useMutation("put", "/api/admin/members/{id}/approve", {
    onSuccess: () => {
      toast.success(`${name} is in, and has been told`);
      reload();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const decline = api.useMutation("put", "/api/admin/members/{id}/decline", {
    onSuccess: () => {
      setAsking(false);
      toast.success(`${name} has been told`);
      reload();
    },
  });
  const target = { params: { path: { id: member.id } } };
  return (
    <div className="grid gap-2">
      <ClaimLine queue="applicants" id={member.id} what={name} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={approve.isPending} onClick={() => approve.mutate(target)}>
          Approve<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
          Decline<span className="sr-only"> {name}</span>
        </Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={`Decline ${name}?`}
          description="Their account is removed and they are told. They may sign up again."
          confirmLabel="Decline"
          variant="danger"
          busy={decline.isPending}
          error={decline.error ? messageOf(decline.error) : undefined}
          onConfirm={() => decline.mutate(target)}
        />
      </div>
    </div>
  );
}
