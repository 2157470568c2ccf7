import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { SparkSign } from "@/components/price";
import { Loading, Skeleton } from "@/components/skeleton";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatAmount } from "@/lib/format";
import type { Member } from "./member";

const MAX_SPARKS = 10_000;

const schema = z.object({
  limit: z.string().check(
    z.trim(),
    z.regex(/^(\d{1,5}(\.\d{1,2})?)?$/, "Enter an amount such as 5 or 2.50, or leave it empty"),
    z.refine((text) => Number(text) <= MAX_SPARKS, "10,000 sparks at most"),
  ),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "A reason is required"),
      z.maxLength(200, "Please keep it to 200 characters"),
    ),
});

interface CreditFormProps {
  member: Member;
  onDone: () => void;
}

/** Form for how many sparks a member may owe. */
export function CreditForm({ member, onDone }: CreditFormProps) {
  const query = api.useQuery("get", "/api/admin/wallet/credit-limits/{user_id}", {
    params: { path: { user_id: member.id } },
  });
  return (
    <Loaded
      query={query}
      error="The limit could not be loaded."
      skeleton={
        <Loading>
          <Skeleton className="h-40 w-full" />
        </Loading>
      }
    >
      {(credit) => <Fields credit={credit} onDone={onDone} />}
    </Loaded>
  );
}

function Fields({ credit, onDone }: { credit: Schemas["CreditLimit"]; onDone: () => void }) {
  const cache = useQueryCache();
  const form = useAppForm(schema, { limit: credit.own ? String(credit.limit) : "", reason: "" });
  const save = api.useMutation("put", "/api/admin/wallet/credit-limits/{user_id}", {
    onSuccess: () => {
      cache.invalidate(
        "/api/admin/audit",
        "/api/admin/wallet/credit-limits",
        "/api/admin/wallet/credit-limits/{user_id}",
      );
      toast.success("The limit is saved");
      onDone();
    },
    onError: (error) => showServerErrors(form, error),
  });
  return (
    <>
      <p className="text-ink-2">
        They have {formatAmount("spark_token", credit.balance)} and may owe{" "}
        {formatAmount("spark_token", credit.limit)}
        {credit.own ? "." : ", as everybody here."}
      </p>
      <Form
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ limit, reason }) =>
          save.mutate({
            params: { path: { user_id: credit.id } },
            body: { reason, ...(limit !== "" && { limit: Number(limit) }) },
          }),
        )}
      >
        <Input
          label="Sparks that they may owe"
          hint="Leave it empty for the same as everybody."
          prefix={<SparkSign />}
          inputMode="decimal"
          autoComplete="off"
          {...fieldOf(form, "limit")}
        />
        <Input label="Reason" hint="The member reads it." {...fieldOf(form, "reason")} />
        <FormError form={form} />
        <Button type="submit" busy={save.isPending} className="justify-self-end">
          Save the limit
        </Button>
      </Form>
    </>
  );
}
