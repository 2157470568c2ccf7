import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas } from "@/lib/api";
import { useAllCategories } from "@/lib/categories";
import { CheckForm, useReloadChecks } from "./check-form";

/** A check, which an admin changes or deletes. */
export function CheckCard({ check }: { check: Schemas["VettingCheck"] }) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <Card>
        <CheckForm check={check} onDone={() => setEditing(false)} />
      </Card>
    );
  }
  return (
    <Card className="grid gap-2">
      <h3 className="font-text text-body font-bold tracking-normal wrap-anywhere">{check.title}</h3>
      {check.about !== "" && <p className="whitespace-pre-line wrap-anywhere">{check.about}</p>}
      <p className="text-small text-ink-2">
        {check.valid_months ? `Counts for ${months(check.valid_months)}` : "Counts for ever"}
        {check.badge ? " · shown on profiles" : " · not shown on profiles"}
      </p>
      <Needed slugs={check.categories} />
      <div className="flex flex-wrap justify-end gap-3">
        <DeleteButton check={check} />
        <Button size="small" variant="quiet" onClick={() => setEditing(true)}>
          Edit<span className="sr-only"> {check.title}</span>
        </Button>
      </div>
    </Card>
  );
}

function months(count: number): string {
  return count === 1 ? "1 month" : `${count} months`;
}

function Needed({ slugs }: { slugs: readonly string[] }) {
  const { data: categories = [] } = useAllCategories();
  if (slugs.length === 0) return null;
  const titles = slugs.map((slug) => categories.find(({ id }) => id === slug)?.title ?? slug);
  return <p className="text-small text-ink-2">Needed for: {titles.join(", ")}</p>;
}

function DeleteButton({ check }: { check: Schemas["VettingCheck"] }) {
  const [asking, setAsking] = useState(false);
  const remove = api.useMutation("delete", "/api/admin/checks/{id}", {
    onSettled: useReloadChecks(),
    onSuccess: () => {
      setAsking(false);
      toast.success("The check is deleted");
    },
  });
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
        Delete<span className="sr-only"> {check.title}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete '${check.title}'?`}
        description="This works only while no member has passed it."
        confirmLabel="Delete"
        variant="danger"
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onConfirm={() => remove.mutate({ params: { path: { id: check.id } } })}
      />
    </>
  );
}
