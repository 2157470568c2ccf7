import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, FormMessage, Input } from "@/components/form";
import { PersonLink } from "@/components/person-link";
import { ReplyField } from "@/components/reply-field";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatAgoInSentence, formatMoney } from "@/lib/format";
import { ClaimLine } from "./claim-line";

/** A withdrawal of a member, with the payment while it is requested. */
export function WithdrawalCard({ item }: { item: Schemas["MemberWithdrawal"] }) {
  const { withdrawal } = item;
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="num text-title">
          {formatMoney(withdrawal.amount)} for{" "}
          <PersonLink id={item.name && item.user_id}>{item.name || "a former member"}</PersonLink>
        </h3>
        <p className="text-small text-ink-2 wrap-anywhere">
          {withdrawal.bank_name}, {withdrawal.account_number}, requested{" "}
          {formatAgoInSentence(withdrawal.created_at)}
        </p>
      </div>
      {withdrawal.note && (
        <p className="rounded-s bg-sunk px-4 py-3 wrap-anywhere">{withdrawal.note}</p>
      )}
      {withdrawal.status === "requested" && (
        <>
          <ClaimLine queue="withdrawals" id={item.id} what={`the withdrawal of ${item.name}`} />
          <Payment item={item} />
        </>
      )}
    </Card>
  );
}

function Payment({ item }: { item: Schemas["MemberWithdrawal"] }) {
  const [action, setAction] = useState<"pay" | "refuse">();
  if (action) {
    return <NoteForm item={item} action={action} onCancel={() => setAction(undefined)} />;
  }
  return (
    <>
      <PayeeAccount id={item.id} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={() => setAction("refuse")}>
          Refuse
        </Button>
        <Button size="small" onClick={() => setAction("pay")}>
          Mark as paid
        </Button>
      </div>
    </>
  );
}

/** The whole bank account, fetched only when the admin asks, as each access is recorded. */
function PayeeAccount({ id }: { id: string }) {
  const [shown, setShown] = useState(false);
  const path = "/api/admin/withdrawals/{id}";
  const details = api.useQuery("get", path, { params: { path: { id } } }, { enabled: shown });
  const account = details.data?.account;
  if (account) {
    return (
      <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
        <dt className="text-ink-2">Account name</dt>
        <dd>{account.account_name}</dd>
        <dt className="text-ink-2">Sort code</dt>
        <dd>{account.sort_code}</dd>
        <dt className="text-ink-2">Account number</dt>
        <dd>{account.account_number}</dd>
      </dl>
    );
  }
  return (
    <div>
      <FormMessage>{details.error ? messageOf(details.error) : undefined}</FormMessage>
      <Button
        size="small"
        variant="quiet"
        busy={details.isFetching}
        onClick={() => (shown ? details.refetch() : setShown(true))}
      >
        Show bank account
      </Button>
    </div>
  );
}

const schema = z.object({
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please fill this in"),
      z.maxLength(200, "Please keep it to 200 characters"),
    ),
});

interface NoteFormProps {
  item: Schemas["MemberWithdrawal"];
  action: "pay" | "refuse";
  onCancel: () => void;
}

function NoteForm({ item, action, onCancel }: NoteFormProps) {
  const cache = useQueryCache();
  const form = useAppForm(schema, { note: "" });
  // Another admin may have been faster: reload the current state.
  const onSettled = () => cache.invalidate("/api/admin/withdrawals", "/api/admin/audit");
  const pay = api.useMutation("put", "/api/admin/withdrawals/{id}/pay", { onSettled });
  const refuse = api.useMutation("put", "/api/admin/withdrawals/{id}/refuse", { onSettled });
  const params = { path: { id: item.id } };
  const sum = `${formatMoney(item.withdrawal.amount)} for ${item.name}`;
  const callbacks = (done: string) => ({
    onSuccess: () => toast.success(`${sum} ${done}`),
    onError: (error: unknown) => showServerErrors(form, error),
  });
  const submit = form.handleSubmit(({ note }) =>
    action === "pay"
      ? pay.mutate({ params, body: { reference: note } }, callbacks("paid"))
      : refuse.mutate({ params, body: { reason: note } }, callbacks("refused")),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {action === "pay" ? (
        <Input
          label="Reference of the bank transfer"
          hint="The member reads it"
          autoComplete="off"
          {...fieldOf(form, "note")}
        />
      ) : (
        <ReplyField
          form={form}
          name="note"
          queue="withdrawals"
          label="Reason"
          hint="The member reads it"
          rows={2}
        />
      )}
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onCancel}>
          Back
        </Button>
        <Button type="submit" size="small" busy={pay.isPending || refuse.isPending}>
          {action === "pay" ? "Mark as paid" : "Refuse"}
        </Button>
      </div>
    </Form>
  );
}
