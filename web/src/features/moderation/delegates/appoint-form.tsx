import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { toast } from "@/components/toast";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import type { Member } from "../components/member";
import { ChosenMember } from "./chosen-member";
import { useReloadHelpers } from "./use-reload";

const NEEDED = "Choose a member";

const schema = z.object({
  agreed: z.string().check(z.trim(), z.maxLength(200, "Please keep it to 200 characters")),
});

/** Form to appoint a helper of somebody who is a member already. */
export function AppointForm({ onDone }: { onDone: () => void }) {
  const [member, setMember] = useState<Member>();
  const [helper, setHelper] = useState<Member>();
  const [tried, setTried] = useState(false);
  const form = useAppForm(schema, { agreed: "" });
  const noAddress = member?.email === "";
  const appoint = api.useMutation("post", "/api/admin/delegations", {
    onSettled: useReloadHelpers(),
    onSuccess: () => {
      toast.success(noAddress ? "Their helper can act for them now" : "They are asked to accept");
      onDone();
    },
    onError: (error: unknown) => showServerErrors(form, error),
  });
  const submit = form.handleSubmit(({ agreed }) => {
    setTried(true);
    if (!member || !helper) return;
    appoint.mutate({
      body: {
        member_id: member.id,
        delegate_id: helper.id,
        agreed: noAddress ? agreed : undefined,
      },
    });
  });
  const error = (chosen: Member | undefined) => (tried && !chosen ? NEEDED : undefined);
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <ChosenMember
        label="Who needs a helper"
        member={member}
        onChange={setMember}
        without={helper ? [helper.id] : []}
        error={error(member)}
      />
      <ChosenMember
        label="Their helper"
        member={helper}
        onChange={setHelper}
        without={member ? [member.id] : []}
        error={error(helper)}
      />
      {noAddress ? (
        <Input
          label="How they told you that they agree"
          hint="Such as: by telephone on 2 March"
          {...fieldOf(form, "agreed")}
        />
      ) : (
        <p className="text-small text-ink-2">
          Somebody who signs in themselves has to accept the helper first.
        </p>
      )}
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={appoint.isPending}>
          Appoint
        </Button>
      </div>
    </Form>
  );
}
