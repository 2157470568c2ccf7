import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, FormMessage } from "@/components/form";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { useReloadMembers } from "../api/use-members";
import { type Member, nameOf } from "./member";

const schema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "A reason is required")),
});

interface SuspensionFormProps {
  member: Member;
  onDone: () => void;
}

/** Form to suspend a member with a reason, or to reinstate them. */
export function SuspensionForm(props: SuspensionFormProps) {
  return props.member.status === "suspended" ? <Reinstate {...props} /> : <Suspend {...props} />;
}

function Suspend({ member, onDone }: SuspensionFormProps) {
  const form = useAppForm(schema, { reason: "" });
  const reload = useReloadMembers();
  const suspend = api.useMutation("put", "/api/admin/members/{id}/suspend", {
    onSuccess: () => {
      reload();
      toast.success(`${nameOf(member)} is suspended`);
      onDone();
    },
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={form.handleSubmit((body) =>
        suspend.mutate({ params: { path: { id: member.id } }, body }),
      )}
    >
      <p className="text-ink-2">
        They are signed out everywhere, can't sign in and are shown to nobody. Bookings they have
        already can still be finished.
      </p>
      <ReplyField
        form={form}
        name="reason"
        queue="reports"
        label="Reason"
        hint="They read it, and can appeal. It is also kept in the audit log."
        rows={2}
      />
      <FormError form={form} />
      <Button type="submit" variant="danger" className="justify-self-end" busy={suspend.isPending}>
        Suspend
      </Button>
    </Form>
  );
}

function Reinstate({ member, onDone }: SuspensionFormProps) {
  const reload = useReloadMembers();
  const reinstate = api.useMutation("put", "/api/admin/members/{id}/reinstate", {
    onSuccess: () => {
      reload();
      toast.success(`${nameOf(member)} can sign in again`);
      onDone();
    },
  });
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">They are suspended. Once reinstated they can sign in again.</p>
      <FormMessage>{reinstate.error ? messageOf(reinstate.error) : undefined}</FormMessage>
      <Button
        className="justify-self-end"
        busy={reinstate.isPending}
        onClick={() => reinstate.mutate({ params: { path: { id: member.id } } })}
      >
        Reinstate
      </Button>
    </div>
  );
}
