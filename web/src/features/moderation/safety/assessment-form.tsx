import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, Select, Textarea } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useSession } from "@/lib/session";
import { assessmentDraft, bodyOf, type Draft, LEVELS } from "./draft";
import { levelLabels } from "./levels";

const needed = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Please fill this in"),
    z.maxLength(1000, "Please keep it to 1,000 characters"),
  );

const schema = z.object({
  responsible: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say who answers for the safety of the site"),
      z.maxLength(100, "Please keep it to 100 characters"),
    ),
  children: z
    .enum(["", "yes", "no"])
    .check(z.refine((answer) => answer !== "", "Please choose an answer")),
  children_note: needed,
  risks: z.array(
    z
      .object({
        harm: z.string(),
        level: z
          .enum(["", ...LEVELS])
          .check(z.refine((level) => level !== "", "Please choose a level")),
        evidence: needed,
        measures: z
          .string()
          .check(z.trim(), z.maxLength(1000, "Please keep it to 1,000 characters")),
      })
      .check(
        z.refine(({ level, measures }) => level === "negligible" || measures !== "", {
          path: ["measures"],
          message: "Say what you do about it",
        }),
      ),
  ),
});

interface AssessmentFormProps {
  safety: Schemas["OnlineSafety"];
  onDone: () => void;
}

/** Form of a risk assessment. What was typed is kept in this tab until it is sent. */
export function AssessmentForm({ safety, onDone }: AssessmentFormProps) {
  const owner = useSession()?.claims.id ?? "";
  const [draft] = useState(() => assessmentDraft(owner, safety));
  const form = useAppForm<Draft>(schema, draft.load());
  useEffect(() => {
    const watching = form.watch(() => draft.save(form.getValues()));
    return () => watching.unsubscribe();
  }, [form, draft]);
  const cache = useQueryCache();
  const assess = api.useMutation("post", "/api/admin/online-safety/assessments", {
    onSuccess: () => {
      draft.remove();
      cache.invalidate(
        "/api/admin/online-safety",
        "/api/admin/online-safety/assessments",
        "/api/admin/audit",
      );
      toast.success("The assessment is stored");
      onDone();
    },
    onError: (error) => showServerErrors(form, error),
  });
  const submit = form.handleSubmit((values) =>
    assess.mutate({ body: bodyOf(values, safety.harms) }),
  );
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Input
        label="Who answers for the safety of the site"
        autoComplete="name"
        {...fieldOf(form, "responsible")}
      />
      <Select label="Are children likely to use it?" {...fieldOf(form, "children")}>
        <option value="">Choose…</option>
        <option value="no">No</option>
        <option value="yes">Yes</option>
      </Select>
      <Textarea label="Why you think so" rows={3} {...fieldOf(form, "children_note")} />
      {safety.harms.map(({ harm, title, example }, place) => (
        <fieldset key={harm} className="grid gap-3 border-t border-line pt-4">
          <legend className="float-left text-title font-semibold">{title}</legend>
          <p className="clear-both text-small text-ink-2">For example: {example}</p>
          <Select label="Risk" {...fieldOf(form, `risks.${place}.level`)}>
            <option value="">Choose…</option>
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {levelLabels[level]}
              </option>
            ))}
          </Select>
          <Textarea
            label="Why: what you know of your site"
            rows={2}
            {...fieldOf(form, `risks.${place}.evidence`)}
          />
          <Textarea
            label="What you do about it"
            rows={3}
            {...fieldOf(form, `risks.${place}.measures`)}
          />
        </fieldset>
      ))}
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onDone}>
          Later
        </Button>
        <Button type="submit" variant="spark" busy={assess.isPending}>
          Store the assessment
        </Button>
      </div>
    </Form>
  );
}
