import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { toast } from "@/components/toast";
import { ApiError, api, useIdempotencyKey, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatMoney } from "@/lib/format";
import { type Member, nameOf } from "./member";

const schema = z.object({
  amount: z
    .string()
    .check(z.trim(), z.regex(/^\d{1,5}(\.\d{1,2})?$/, "Enter pounds and pence, such as 20.00")),
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say what it is, such as a receipt number"),
      z.maxLength(200, "Please keep it to 200 characters"),
    ),
});

/** Form to record cash that a member handed to an admin. */
export function CashInForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const cache = useQueryCache();
  const form = useAppForm(schema, { amount: "", note: "" });
  const key = useIdempotencyKey();
  const save = api.useMutation("post", "/api/admin/wallet/cash-in");
  const submit = form.handleSubmit(({ amount, note }) =>
    save.mutate(
      {
        params: { header: key.header },
        body: { user_id: member.id, amount: Number(amount), note },
      },
      {
        onSuccess: ({ status }) => {
          key.renew();
          cache.invalidate("/api/admin/audit", "/api/admin/wallet/cash-in", "/api/admin/waiting");
          const what = `${formatMoney(Number(amount))} for ${nameOf(member)}`;
          const outcome = status === "pending" ? "waits for another admin" : "recorded";
          toast.success(`${what} ${outcome}`);
          onDone();
        },
        onError: (error) => {
          // Without a response it may be recorded: the retry must carry the same idempotency key.
          if (error instanceof ApiError && error.status !== 0) key.renew();
          showServerErrors(form, error);
        },
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <Input
        label="Amount"
        prefix="£"
        inputMode="decimal"
        autoComplete="off"
        {...fieldOf(form, "amount")}
      />
      <Input label="Note" hint="A receipt number, or the occasion" {...fieldOf(form, "note")} />
      <FormError form={form} />
      <Button type="submit" busy={save.isPending} className="justify-self-end">
        Record cash
      </Button>
    </Form>
  );
}
