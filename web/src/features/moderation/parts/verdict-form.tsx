import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Checkbox, FormError, RadioCard, Textarea } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { nameIn } from "./report-words";

const MOST = z.maxLength(500, "Please keep it to 500 characters");

const schema = z.object({
  remove: z.boolean(),
  warning: z.string().check(z.trim(), MOST),
  reason: z.string().check(z.trim(), z.minLength(3, "A reason is required"), MOST),
});

type Decision = Schemas["ReportVerdict"]["decision"];

/** What staff do about a report, with the reason for it. */
export function VerdictForm({ report }: { report: Schemas["Report"] }) {
  const [decision, setDecision] = useState<Decision>("dismiss");
  const form = useAppForm(schema, { remove: false, warning: "", reason: "" });
  const decide = useDecide();
  const { errors } = form.formState;
  const acts = decision === "act";
  const name = nameIn(report.reported);
  const submit = form.handleSubmit(({ remove, warning, reason }) =>
    decide.mutate(
      {
        params: { path: { id: report.id } },
        body: {
          decision,
          reason,
          ...(acts && { remove_message: remove, warning: warning || undefined }),
        },
      },
      { onError: (error) => showServerErrors(form, error) },
    ),
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="sr-only">What to do</legend>
        <RadioCard
          name="decision"
          value="dismiss"
          title="Dismiss it"
          text="Nothing here is against the rules."
          checked={!acts}
          onChoose={() => setDecision("dismiss")}
        />
        <RadioCard
          name="decision"
          value="act"
          title="Act on it"
          text="Remove it, warn them, or both. You can also suspend them above."
          checked={acts}
          onChoose={() => setDecision("act")}
        />
      </fieldset>
      {acts && (
        <>
          {report.subject === "message" && (
            <Checkbox label="Remove the message for both" {...form.register("remove")} />
          )}
          <Textarea
            label={`A word to ${name} (optional)`}
            hint="They read this among their notifications. They don't learn who reported it."
            rows={3}
            error={errors.warning?.message}
            {...form.register("warning")}
          />
        </>
      )}
      <Textarea
        label="Reason"
        hint="For the audit log. Whoever reported it hears only whether you acted."
        rows={2}
        error={errors.reason?.message}
        {...form.register("reason")}
      />
      <FormError form={form} />
      <Button
        type="submit"
        variant={acts ? "danger" : "ink"}
        className="justify-self-end"
        busy={decide.isPending}
      >
        {acts ? "Act on it" : "Dismiss"}
      </Button>
    </form>
  );
}

function useDecide() {
  const cache = useQueryCache();
  return api.useMutation("put", "/api/admin/reports/{id}", {
    onSuccess: () => {
      toast.success("The decision has been saved");
    },
    // Somebody else may have been faster: show what is true now.
    onSettled: () => {
      cache.invalidate(
        "/api/admin/reports",
        "/api/admin/reports/{id}",
        "/api/admin/overview",
        "/api/admin/audit",
      );
    },
  });
}
