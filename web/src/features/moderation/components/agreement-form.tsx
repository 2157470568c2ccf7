import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, NumberStepper, Textarea } from "@/components/form";
import { ConfirmDialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const PATH = "/api/admin/agreements";
const USUAL_DAYS = 14;

const schema = z.object({
  changes: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "Say in a few words what has changed"),
      z.maxLength(1000, "Please keep it to 1000 characters"),
    ),
});

/** Form to ask all members to agree to the current texts. */
export function AgreementForm({ edition }: { edition: number }) {
  const form = useAppForm(schema, { changes: "" });
  const [days, setDays] = useState(USUAL_DAYS);
  const [asking, setAsking] = useState(false);
  const cache = useQueryCache();
  const ask = api.useMutation("put", "/api/admin/agreements/{edition}/ask", {
    onSuccess: (data) => {
      cache.setData(PATH, data);
      cache.invalidate("/api/admin/audit");
      toast.success("Members are asked from now on");
    },
    onError: (error) => {
      cache.invalidate(PATH);
      showServerErrors(form, error);
      setAsking(false);
    },
  });
  return (
    <Form className="grid gap-4" onSubmit={form.handleSubmit(() => setAsking(true))}>
      <Textarea
        label="What has changed"
        hint="Members read this first, then the texts."
        rows={4}
        {...fieldOf(form, "changes")}
      />
      <NumberStepper
        label="Time to agree"
        value={days}
        min={1}
        max={90}
        onChange={setDays}
        format={{ style: "unit", unit: "day", unitDisplay: "long" }}
      />
      <FormError form={form} />
      <Button type="submit" variant="spark" className="justify-self-end">
        Ask members to accept again
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(next) => !ask.isPending && setAsking(next)}
        title="Ask all members now?"
        description="Everybody who has not agreed to these texts is asked when they next open the site. It can't be taken back."
        cancelLabel="Not yet"
        confirmLabel="Ask members"
        variant="spark"
        busy={ask.isPending}
        error={ask.error ? messageOf(ask.error) : undefined}
        onConfirm={() => {
          const changes = form.getValues("changes").trim();
          if (!ask.isPending)
            ask.mutate({ params: { path: { edition } }, body: { changes, days } });
        }}
      />
    </Form>
  );
}
