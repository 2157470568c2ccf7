import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const RULES = "/api/admin/moderation-rules";

/** Returns the schema of a whole number in a range. */
const whole = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d{1,2}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `Enter a number from ${least} to ${most}`,
    ),
  );

const schema = z.object({
  report_days: whole(1, 90),
  appeal_days: whole(1, 90),
  hold_first_posts: whole(0, 20),
});

/** Form for the deadlines of staff, and for the posts that they look at first. */
export function RulesForm({ rules }: { rules: Schemas["ModerationRules"] }) {
  const cache = useQueryCache();
  const form = useAppForm(schema, {
    report_days: String(rules.report_days),
    appeal_days: String(rules.appeal_days),
    hold_first_posts: String(rules.hold_first_posts),
  });
  const save = api.useMutation("put", RULES);
  const submit = form.handleSubmit((values) =>
    save.mutate(
      {
        body: {
          report_days: Number(values.report_days),
          appeal_days: Number(values.appeal_days),
          hold_first_posts: Number(values.hold_first_posts),
        },
      },
      {
        onSuccess: () => {
          form.reset(values);
          cache.invalidate(RULES, "/api/admin/audit", "/api/admin/online-safety");
          toast.success("Saved. It applies at once.");
        },
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <Input
        label="Days to decide about a report"
        hint="Whoever reports something is told. You are reminded of what is late."
        inputMode="numeric"
        autoComplete="off"
        {...fieldOf(form, "report_days")}
      />
      <Input
        label="Days to decide about an appeal"
        inputMode="numeric"
        autoComplete="off"
        {...fieldOf(form, "appeal_days")}
      />
      <Input
        label="First posts of a newcomer that you look at"
        hint="Skills, needs and reviews that others see only once you have let them through. With 0 everything is shown at once."
        inputMode="numeric"
        autoComplete="off"
        {...fieldOf(form, "hold_first_posts")}
      />
      <FormError form={form} />
      <Button type="submit" busy={save.isPending} className="justify-self-end">
        Save
      </Button>
    </Form>
  );
}
