import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { SparkSign } from "@/components/price";
import { toast } from "@/components/toast";
import { ApiError, api, useIdempotencyKey, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatAmount } from "@/lib/format";
import { type Member, nameOf } from "./member";

const schema = z.object({
  amount: z
    .string()
    .check(z.trim(), z.regex(/^\d{1,9}(\.\d{1,2})?$/, "Enter an amount such as 2 or 2.50")),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "A reason is required"),
      z.maxLength(200, "Please keep it to 200 characters"),
    ),
});

/** Form to grant sparks from the community's pot to a member. */
export function GrantForm({ member, onDone }: { member: Member; onDone: () => void }) {
  const cache = useQueryCache();
  const pot = api.useQuery("get", "/api/pot").data?.balance;
  const form = useAppForm(schema, { amount: "", reason: "" });
  const key = useIdempotencyKey();
  const grant = api.useMutation("post", "/api/admin/pot/grants", {
    onSuccess: ({ amount }) => {
      key.renew();
      cache.invalidate("/api/admin/audit", "/api/admin/spark-gifts", "/api/pot");
      toast.success(`${formatAmount("spark_token", amount)} granted to ${nameOf(member)}`);
      onDone();
    },
    onError: (error) => {
      // Without a response it may be granted: the retry must carry the same idempotency key.
      if (error instanceof ApiError && error.status !== 0) key.renew();
      showServerErrors(form, error);
    },
  });
  return (
    <Form
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ amount, reason }) =>
        grant.mutate({
          params: { header: key.header },
          body: { userId: member.id, amount: Number(amount), reason },
        }),
      )}
    >
      <Input
        label="Sparks"
        prefix={<SparkSign />}
        inputMode="decimal"
        autoComplete="off"
        hint={pot === undefined ? undefined : `In the pot: ${formatAmount("spark_token", pot)}`}
        {...fieldOf(form, "amount")}
      />
      <Input label="Reason" hint="The member reads it." {...fieldOf(form, "reason")} />
      <FormError form={form} />
      <Button type="submit" busy={grant.isPending} className="justify-self-end">
        Grant sparks
      </Button>
    </Form>
  );
}
