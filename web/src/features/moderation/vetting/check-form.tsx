import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Chip } from "@/components/chip";
import { Checkbox, Form, FormError, Input, Textarea } from "@/components/form";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { useCategories } from "@/lib/categories";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useModule } from "@/lib/site";

const MAX_MONTHS = 120;

const schema = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please fill this in"),
      z.maxLength(60, "Please keep it to 60 characters"),
    ),
  about: z.string().check(z.trim(), z.maxLength(500, "Please keep it to 500 characters")),
  months: z.string().check(
    z.trim(),
    z.regex(/^([1-9]\d{0,2})?$/, "Enter a number of months, or leave it empty"),
    z.refine((text) => Number(text) <= MAX_MONTHS, "120 months at most"),
  ),
  badge: z.boolean(),
});

/** Returns a function that reloads what shows checks. */
export function useReloadChecks() {
  const cache = useQueryCache();
  return () =>
    cache.invalidate(
      "/api/admin/checks",
      "/api/checks",
      "/api/admin/check-records",
      "/api/admin/check-records/{user_id}",
      "/api/admin/audit",
    );
}

interface CheckFormProps {
  check?: Schemas["VettingCheck"];
  onDone: () => void;
}

/** Form to add a check, or to change `check`. */
export function CheckForm({ check, onDone }: CheckFormProps) {
  const [categories, setCategories] = useState<readonly string[]>(check?.categories ?? []);
  const form = useAppForm(schema, {
    title: check?.title ?? "",
    about: check?.about ?? "",
    months: check?.valid_months ? String(check.valid_months) : "",
    badge: check?.badge ?? true,
  });
  const callbacks = {
    onSettled: useReloadChecks(),
    onSuccess: () => {
      toast.success("The check is saved");
      onDone();
    },
    onError: (error: unknown) => showServerErrors(form, error),
  };
  const add = api.useMutation("post", "/api/admin/checks", callbacks);
  const change = api.useMutation("put", "/api/admin/checks/{id}", callbacks);
  const submit = form.handleSubmit(({ title, about, months, badge }) => {
    const valid_months = months === "" ? undefined : Number(months);
    const body = { title, about, valid_months, badge, categories: [...categories] };
    if (check) change.mutate({ params: { path: { id: check.id } }, body });
    else add.mutate({ body });
  });
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <Input
        label="Name"
        hint="Such as DBS check, References or Induction"
        {...fieldOf(form, "title")}
      />
      <Textarea
        label="What it is, and how members get it"
        optional
        rows={3}
        {...fieldOf(form, "about")}
      />
      <Input
        label="Counts for this many months"
        hint="Leave it empty if it counts for ever."
        inputMode="numeric"
        autoComplete="off"
        {...fieldOf(form, "months")}
      />
      <Checkbox label="Show on profiles who has it" {...form.register("badge")} />
      <NeededFor chosen={categories} onChange={setCategories} />
      <FormError form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="small" variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={add.isPending || change.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

interface NeededForProps {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Categories that need the check. */
function NeededFor({ chosen, onChange }: NeededForProps) {
  const { data: categories = [] } = useCategories();
  if (!useModule("skills")) return null;
  return (
    <details open={chosen.length > 0}>
      <summary className="min-h-11 w-fit cursor-pointer py-2 font-semibold">
        Needed for {chosen.length || "no"} {chosen.length === 1 ? "category" : "categories"}
      </summary>
      <p className="mb-2 text-small text-ink-2">
        There, only members who have it can offer skills and be booked.
      </p>
      <div className="flex flex-wrap gap-2">
        {categories.map(({ id, title }) => {
          const pressed = chosen.includes(id);
          const others = chosen.filter((slug) => slug !== id);
          return (
            <Chip
              key={id}
              pressed={pressed}
              onClick={() => onChange(pressed ? others : [...others, id])}
            >
              {title}
            </Chip>
          );
        })}
      </div>
    </details>
  );
}
