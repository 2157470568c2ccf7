import * as z from "zod/mini";
import { Button } from "@/components/button";
import {
  Form,
  FormError,
  Input,
  PasswordInput,
  SecondFactorCodeInput,
  Select,
} from "@/components/form";
import { toast } from "@/components/toast";
import { ApiError, api, type Schemas, useIdempotencyKey } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatMoney } from "@/lib/format";
import { useReloadWithdrawals } from "../api/use-reload-withdrawals";

const schema = z.object({
  amount: z
    .string()
    .check(z.trim(), z.regex(/^\d{1,5}(\.\d{1,2})?$/, "Enter pounds and pence, such as 20.00")),
  withdrawal_method_id: z.string(),
  currentPassword: z.string().check(z.minLength(1, "Your password is required")),
  code: z.string().check(z.trim()),
});

/** Value of the destination for the member's account at Stripe. */
const STRIPE = "";

interface WithdrawFormProps {
  methods: Schemas["WithdrawalMethod"][];
  /** Whether Stripe can pay the member. */
  toStripe?: boolean;
}

/** Form to withdraw cash to the account at Stripe, or to one of the bank accounts. */
export function WithdrawForm({ methods, toStripe = false }: WithdrawFormProps) {
  const reload = useReloadWithdrawals();
  const factor = api.useQuery("get", "/api/auth/second-factor");
  const key = useIdempotencyKey();
  const form = useAppForm(schema, {
    amount: "",
    withdrawal_method_id: toStripe ? STRIPE : (methods[0]?.id ?? ""),
    currentPassword: "",
    code: "",
  });
  const withdraw = api.useMutation("post", "/api/withdrawals");
  const submit = form.handleSubmit(({ amount, code, withdrawal_method_id, ...body }) =>
    withdraw.mutate(
      {
        params: { header: key.header },
        body: {
          ...body,
          amount: Number(amount),
          ...(withdrawal_method_id !== STRIPE && { withdrawal_method_id }),
          ...(code && { code }),
        },
      },
      {
        onSuccess: (withdrawal) => {
          key.renew();
          tell(withdrawal);
          form.reset();
          reload();
        },
        onError: (error) => {
          // Without a response it may be requested: the retry must carry the same key.
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
      <Select
        label={toStripe ? "Where to" : "Bank account"}
        {...fieldOf(form, "withdrawal_method_id")}
      >
        {toStripe && <option value={STRIPE}>Your account at Stripe</option>}
        {methods.map(({ id, bank_name, account_number }) => (
          <option key={id} value={id}>
            {bank_name}, {account_number}
          </option>
        ))}
      </Select>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        {...fieldOf(form, "currentPassword")}
      />
      {factor.data?.enabled && <SecondFactorCodeInput {...fieldOf(form, "code")} />}
      <FormError form={form} />
      <div>
        <Button type="submit" variant="spark" busy={withdraw.isPending} busyLabel="Asking…">
          Withdraw
        </Button>
      </div>
    </Form>
  );
}

/** Says what happened to a new withdrawal. */
function tell({ amount, status }: Schemas["WithdrawalView"]): void {
  const pounds = formatMoney(amount);
  if (status === "paid") toast.success(`${pounds} is on its way to your bank`);
  else if (status === "refused") toast.error(`${pounds} could not be paid. It is in your wallet`);
  else toast.success(`${pounds} requested`);
}
