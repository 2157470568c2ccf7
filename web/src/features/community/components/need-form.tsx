import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, Select, Textarea } from "@/components/form";
import { SparkSign } from "@/components/price";
import { toNumber, typedNumber } from "@/lib/amount";
import type { Schemas } from "@/lib/api";
import { useCategories } from "@/lib/categories";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useModule, useSite } from "@/lib/site";

/** Times for which a need can be posted. */
const DAYS = [
  { days: 3, label: "3 days" },
  { days: 7, label: "A week" },
  { days: 14, label: "Two weeks" },
  { days: 30, label: "30 days" },
] as const;
const USUAL_DAYS = 14;
const MAX_SPARKS = 6000;

const schema = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "Say in a few words what you need"),
      z.maxLength(80, "Please keep it to 80 characters"),
    ),
  text: z.string().check(z.trim(), z.maxLength(1000, "Please keep it to 1,000 characters")),
  category: z.string(),
  days: z.string(),
  tokens: typedNumber("Enter sparks from 0 to 6,000, such as 2 or 2.50", 0, MAX_SPARKS),
});

interface NeedFormProps {
  /** The need to change; a new one if absent. */
  need?: Schemas["Need"];
  action: string;
  busy: boolean;
  send: (body: Schemas["NeedForm"], onError: (error: unknown) => void) => void;
}

/** Form for a need. Sparks are asked for only where the community uses them. */
export function NeedForm({ need, action, busy, send }: NeedFormProps) {
  const { mode, modules = [] } = useSite().data ?? {};
  const hasSparks = mode !== undefined && mode !== "gift" && modules.includes("wallet");
  const hasSkills = useModule("skills");
  const form = useAppForm(schema, {
    title: need?.title ?? "",
    text: need?.text ?? "",
    category: need?.category ?? "",
    days: String(need?.days ?? USUAL_DAYS),
    tokens: String(need?.tokens ?? 0),
  });
  const submit = form.handleSubmit(({ title, text, category, days, tokens }) =>
    send(
      {
        title,
        text,
        days: Number(days),
        ...(category && { category }),
        ...(hasSparks && { tokens: toNumber(tokens) }),
      },
      (error) => showServerErrors(form, error),
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <Input
        label="What do you need?"
        hint="Such as a hand with a wardrobe, or a ladder for a weekend"
        autoComplete="off"
        {...fieldOf(form, "title")}
      />
      <Textarea
        label="More about it"
        hint="When, how long, and what you have already. Leave your address out: your town is shown."
        optional
        rows={5}
        {...fieldOf(form, "text")}
      />
      {hasSkills && <CategoryField {...fieldOf(form, "category")} />}
      <Select label="How long shall it be on the board?" {...fieldOf(form, "days")}>
        {options(need?.days).map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </Select>
      {hasSparks && (
        <Input
          label="Sparks you offer"
          prefix={<SparkSign />}
          inputMode="decimal"
          autoComplete="off"
          hint="0 if you ask for a favour. Nothing leaves your wallet until you book or give."
          {...fieldOf(form, "tokens")}
        />
      )}
      <FormError form={form} />
      <Button type="submit" variant="spark" block busy={busy}>
        {action}
      </Button>
    </Form>
  );
}

function CategoryField(field: ReturnType<typeof fieldOf>) {
  const { data: categories = [] } = useCategories();
  return (
    <Select label="Category" optional {...field}>
      <option value="">None of these</option>
      {categories.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </Select>
  );
}

/** Returns the times to choose from, with that of the need if it is another. */
function options(days: number | undefined): readonly { days: number; label: string }[] {
  if (days === undefined || DAYS.some((known) => known.days === days)) return DAYS;
  return [{ days, label: `${days} days` }, ...DAYS];
}
