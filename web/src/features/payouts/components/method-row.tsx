import { Landmark } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { useReloadMethods } from "../api/use-reload-methods";

/** A bank account, with its last digits and a way to delete it. */
export function MethodRow({ method }: { method: Schemas["WithdrawalMethod"] }) {
  const [asking, setAsking] = useState(false);
  const reload = useReloadMethods();
  const remove = api.useMutation("delete", "/api/settings/payment/withdrawalmethod/{id}");
  const confirm = () =>
    remove.mutate(
      { params: { path: { id: method.id } } },
      {
        onSuccess: () => {
          setAsking(false);
          toast.success(`${method.bank_name} deleted`);
          reload();
        },
      },
    );
  return (
    <article className="flex items-center gap-4 py-3">
      <Landmark aria-hidden="true" className="hidden size-6 shrink-0 text-ink-3 sm:block" />
      <div className="min-w-0 flex-1">
        <h2 className="font-text text-body font-bold tracking-normal wrap-anywhere">
          {method.bank_name}
        </h2>
        <p className="text-small text-ink-2 wrap-anywhere">{method.account_name}</p>
        <p className="num text-small text-ink-2">
          {method.sort_code}, {method.account_number}
        </p>
      </div>
      <button
        type="button"
        className="min-h-11 font-semibold text-danger hover:underline"
        onClick={() => setAsking(true)}
      >
        Delete
        <span className="sr-only">
          {" "}
          {method.bank_name} {method.account_number}
        </span>
      </button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${method.bank_name}?`}
        description="You can add it again at any time."
        confirmLabel="Delete bank account"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error, "Something went wrong") : undefined}
        onConfirm={confirm}
      />
    </article>
  );
}
