import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Checkbox, Form, FormError, Input, Textarea } from "@/components/form";
import { toast } from "@/components/toast";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import type { Member } from "../components/member";
import { ChosenMember } from "./chosen-member";
import { useReloadHelpers } from "./use-reload";

const NEEDED = "Please fill this in";
const name = z
  .string()
  .check(z.trim(), z.minLength(1, NEEDED), z.maxLength(60, "Please keep it to 60 characters"));

const schema = z.object({
  firstname: name,
  lastname: name,
  phone: z.string().check(z.trim(), z.maxLength(30, "Please keep it to 30 characters")),
  location: z.string().check(z.trim(), z.maxLength(120, "Please keep it to 120 characters")),
  about: z.string().check(z.trim(), z.maxLength(500, "Please keep it to 500 characters")),
  agreed: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "Please say how they agreed"),
      z.maxLength(200, "Please keep it to 200 characters"),
    ),
  adult: z.boolean().check(z.refine((is) => is, "They need to be 18 or older to join")),
});

/** Form for a neighbour without an email address, with a helper who acts for them. */
export function NewMemberForm({ onDone }: { onDone: () => void }) {
  const [helper, setHelper] = useState<Member>();
  const [tried, setTried] = useState(false);
  const form = useAppForm(schema, {
    firstname: "",
    lastname: "",
    phone: "",
    location: "",
    about: "",
    agreed: "",
    adult: false,
  });
  const add = api.useMutation("post", "/api/admin/delegations/new-member", {
    onSettled: useReloadHelpers(),
    onSuccess: ({ member }) => {
      toast.success(`${member} is a member now`);
      onDone();
    },
    onError: (error: unknown) => showServerErrors(form, error),
  });
  const submit = form.handleSubmit((values) => {
    setTried(true);
    if (helper) add.mutate({ body: { ...values, delegate_id: helper.id } });
  });
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Input label="First name" autoComplete="off" {...fieldOf(form, "firstname")} />
        <Input label="Last name" autoComplete="off" {...fieldOf(form, "lastname")} />
        <Input
          label="Telephone number"
          optional
          type="tel"
          autoComplete="off"
          {...fieldOf(form, "phone")}
        />
        <Input label="Town or village" optional autoComplete="off" {...fieldOf(form, "location")} />
      </div>
      <Textarea
        label="About them"
        optional
        rows={3}
        hint="Neighbours read it on their profile."
        {...fieldOf(form, "about")}
      />
      <ChosenMember
        label="Their helper"
        member={helper}
        onChange={setHelper}
        error={tried && !helper ? "Choose a member" : undefined}
      />
      <Input
        label="How they agreed to the terms and to their helper"
        hint="Such as: signed the form of 2 March"
        autoComplete="off"
        {...fieldOf(form, "agreed")}
      />
      <Checkbox
        label="They are 18 or older"
        error={form.formState.errors.adult?.message}
        {...form.register("adult")}
      />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={add.isPending}>
          Open the account
        </Button>
      </div>
    </Form>
  );
}
