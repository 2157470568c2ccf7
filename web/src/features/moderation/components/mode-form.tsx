import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, RadioCard } from "@/components/form";
import { toast } from "@/components/toast";
import { api, useQueryCache } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import type { SavedFormProps } from "./site-form";

const MODES = [
  {
    value: "tokens",
    title: "Sparks",
    text: "The best start: neighbours pay each other with sparks, and nobody looks after anybody's money.",
  },
  {
    value: "cash+tokens",
    title: "Sparks and pounds",
    text: "Neighbours also keep pounds in their wallets, and pay each other with them.",
  },
  {
    value: "gift",
    title: "Nothing",
    text: "Neighbours help each other for free. Nothing has a price.",
  },
] as const;

const schema = z.object({ mode: z.enum(["tokens", "cash+tokens", "gift"]) });

/** How neighbours pay each other, with what pounds mean in law. */
export function ModeForm({ site, label = "Save", onSaved }: SavedFormProps) {
  const cache = useQueryCache();
  const form = useAppForm(schema, { mode: site.mode });
  const chosen = form.watch("mode");
  const save = api.useMutation("put", "/api/admin/site/mode");
  const submit = form.handleSubmit((body) =>
    save.mutate(
      { body },
      {
        onSuccess: ({ mode }) => {
          form.reset({ mode });
          cache.invalidate("/api/site", "/api/admin/audit");
          if (onSaved) onSaved();
          else toast.success("Saved. It applies at once.");
        },
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-2.5" disabled={site.mode_fixed}>
        <legend className="sr-only">How neighbours pay each other</legend>
        {MODES.map(({ value, title, text }) => (
          <RadioCard
            key={value}
            name="mode"
            value={value}
            checked={chosen === value}
            disabled={site.mode_fixed}
            onChoose={() => {
              form.clearErrors();
              form.setValue("mode", value, { shouldDirty: true });
            }}
            title={title}
            text={text}
          />
        ))}
      </fieldset>
      {chosen === "cash+tokens" && (
        <p className="rounded-m bg-spark-soft p-4">
          A wallet with other people's pounds may be an electronic money service under the
          Electronic Money Regulations 2011, which needs registration with the Financial Conduct
          Authority. Take advice before you choose this.
        </p>
      )}
      <FormError form={form} />
      {site.mode_fixed ? (
        <p className="text-small text-ink-2">
          The server's configuration says this, so it cannot be changed here.
        </p>
      ) : (
        <Button type="submit" busy={save.isPending} className="justify-self-end">
          {label}
        </Button>
      )}
    </Form>
  );
}
