import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, Input } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { toast } from "@/components/toast";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useReloadMethods } from "../api/use-reload-methods";
import { CashOnly } from "../components/cash-only";

/** Checks digits that may be grouped by spaces or dashes. */
const digits = (count: number, error: string) =>
  z.string().check(
    z.refine((text) => text.replace(/[\s-]/g, "").match(/^\d+$/)?.[0].length === count, {
      error,
    }),
  );

const schema = z.object({
  bank_name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter the name of your bank."),
      z.maxLength(70, "Use at most 70 characters."),
    ),
  account_name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter the name on the account."),
      z.maxLength(70, "Use at most 70 characters."),
    ),
  sort_code: digits(6, "Enter the six digits of your sort code, such as 12-34-56."),
  account_number: digits(8, "Enter the eight digits of your account number."),
});

const empty = { bank_name: "", account_name: "", sort_code: "", account_number: "" };

/** Form to add a bank account. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Add a bank account" back="/get-paid">
        We tell you by email when one is added to your account.
      </PageHeader>
      <CashOnly>
        <AddForm />
      </CashOnly>
    </div>
  );
}

function AddForm() {
  const navigate = useNavigate();
  const reload = useReloadMethods();
  const form = useAppForm(schema, empty);
  const add = api.useMutation("post", "/api/settings/payment/withdrawalmethod");
  const submit = form.handleSubmit((body) =>
    add.mutate(
      { body },
      {
        onSuccess: () => {
          toast.success("Bank account added");
          reload();
          navigate("/get-paid", { replace: true });
        },
        onError: (error) => showServerErrors(form, error, "Something went wrong"),
      },
    ),
  );
  return (
    <Card>
      <Form onSubmit={submit} className="grid gap-4">
        <Input label="Bank name" autoComplete="off" {...fieldOf(form, "bank_name")} />
        <Input
          label="Account name"
          hint="As it stands on the account"
          autoComplete="name"
          {...fieldOf(form, "account_name")}
        />
        <Input
          label="Sort code"
          hint="Six digits, such as 12-34-56"
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(form, "sort_code")}
        />
        <Input
          label="Account number"
          hint="Eight digits"
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(form, "account_number")}
        />
        <FormError form={form} />
        <div>
          <Button type="submit" variant="spark" busy={add.isPending} busyLabel="Adding…">
            Add bank account
          </Button>
        </div>
      </Form>
    </Card>
  );
}
