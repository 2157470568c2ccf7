import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError } from "@/components/form";
import { Dialog, DialogActions } from "@/components/overlay";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { useReloadMembers } from "../api/use-members";
import { ClaimLine } from "./claim-line";
import { type Member, nameOf } from "./member";

const schema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "A reason is required")),
});

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
        <Dialog
          open={asking}
          onOpenChange={setAsking}
          title={`Decline ${name}?`}
          description="Their account is removed. They may sign up again."
        >
          <Decline member={member} onDone={() => setAsking(false)} />
        </Dialog>
      </div>
    </div>
  );
}

function Decline({ member, onDone }: { member: Member; onDone: () => void }) {
  const form = useAppForm(schema, { reason: "" });
  const reload = useReloadMembers();
  const decline = api.useMutation("put", "/api/admin/members/{id}/decline", {
    onSuccess: () => {
      toast.success(`${nameOf(member)} has been told`);
      onDone();
      reload();
    },
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={form.handleSubmit((body) =>
        decline.mutate({ params: { path: { id: member.id } }, body }),
      )}
    >
      <ReplyField
        form={form}
        name="reason"
        queue="applicants"
        label="Reason"
        hint="They get it by email, and can appeal once. It is also kept in the audit log."
        rows={3}
      />
      <FormError form={form} />
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={decline.isPending}>
          Decline
        </Button>
      </DialogActions>
    </Form>
  );
}
