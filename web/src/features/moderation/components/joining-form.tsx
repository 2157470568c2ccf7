import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input, RadioCard } from "@/components/form";
import { SparkSign } from "@/components/price";
import { toast } from "@/components/toast";
import { api, type Schemas, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";

const POLICIES = [
  {
    value: "approval",
    title: "You approve each newcomer",
    text: "Anyone can apply. An admin or moderator lets them in under Members. Best for a site that everybody can find.",
  },
  {
    value: "invite",
    title: "By invitation",
    text: "Only people with a link or card of a member can join.",
  },
  {
    value: "open",
    title: "Everyone",
    text: "Whoever confirms an email address is a member at once.",
  },
] as const;

const MAX_SPARKS = 1000;

const amount = z.string().check(
  z.trim(),
  z.regex(/^\d{1,4}(\.\d{1,2})?$/, "Enter an amount such as 5 or 2.50"),
  z.refine((text) => Number(text) <= MAX_SPARKS, "1,000 sparks at most"),
);

const schema = z.object({
  registration: z.enum(["open", "invite", "approval"]),
  welcome_tokens: amount,
  credit_limit: amount,
});

const FIXED_BY_CONFIGURATION =
  "The server's configuration says this, so it cannot be changed here.";

interface JoiningFormProps {
  state: Schemas["SetUpState"];
  /** Preselects approval, the advice for a site that everybody can find. */
  preselectApproval?: boolean;
  label?: string;
  /** Called instead of showing a toast. */
  onSaved?: () => void;
}

/** Whether the configuration fixes everything on this form. */
export function isJoiningFixed(state: Schemas["SetUpState"]): boolean {
  return state.registration_fixed && !hasSparks(state);
}

function hasSparks({ welcome_tokens }: Schemas["SetUpState"]): boolean {
  return welcome_tokens !== undefined && welcome_tokens !== null;
}

/** Form for who may join, the sparks that newcomers get, and those that members may owe. */
export function JoiningForm({
  state,
  preselectApproval,
  label = "Save",
  onSaved,
}: JoiningFormProps) {
  const { registration, registration_fixed, welcome_tokens, welcome_tokens_fixed } = state;
  const cache = useQueryCache();
  const form = useAppForm(schema, {
    registration: preselectApproval && !registration_fixed ? "approval" : registration,
    welcome_tokens: String(welcome_tokens ?? 0),
    credit_limit: String(state.credit_limit ?? 0),
  });
  const chosen = form.watch("registration");
  const save = api.useMutation("put", "/api/admin/site/joining");
  const showsSparks = hasSparks(state);
  const submit = form.handleSubmit((values) =>
    save.mutate(
      {
        body: {
          ...(!registration_fixed && { registration: values.registration }),
          ...(showsSparks &&
            !welcome_tokens_fixed && { welcome_tokens: Number(values.welcome_tokens) }),
          ...(showsSparks && { credit_limit: Number(values.credit_limit) }),
        },
      },
      {
        onSuccess: () => {
          form.reset(values);
          cache.invalidate("/api/site", "/api/admin/set-up", "/api/admin/audit");
          if (onSaved) onSaved();
          else toast.success("Saved. It applies at once.");
        },
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-2.5" disabled={registration_fixed}>
        <legend className="sr-only">Who may join</legend>
        {POLICIES.map(({ value, title, text }) => (
          <RadioCard
            key={value}
            name="registration"
            value={value}
            checked={chosen === value}
            disabled={registration_fixed}
            onChoose={() => form.setValue("registration", value, { shouldDirty: true })}
            title={title}
            text={text}
          />
        ))}
      </fieldset>
      {registration_fixed && <p className="text-small text-ink-2">{FIXED_BY_CONFIGURATION}</p>}
      {showsSparks && (
        <>
          <Input
            label="Sparks for each newcomer"
            hint={
              welcome_tokens_fixed
                ? FIXED_BY_CONFIGURATION
                : "So that they can ask for help before they have given any. An hour of help often costs about 10. With 0 they get none."
            }
            prefix={<SparkSign />}
            inputMode="decimal"
            autoComplete="off"
            readOnly={welcome_tokens_fixed}
            {...fieldOf(form, "welcome_tokens")}
          />
          <Input
            label="Sparks that members may owe"
            hint="How far below zero a balance can fall. Timebanks often allow some hours, so that help can begin. Under Members you can give somebody a limit of their own."
            prefix={<SparkSign />}
            inputMode="decimal"
            autoComplete="off"
            {...fieldOf(form, "credit_limit")}
          />
        </>
      )}
      <FormError form={form} />
      {!isJoiningFixed(state) && (
        <Button type="submit" busy={save.isPending} className="justify-self-end">
          {label}
        </Button>
      )}
    </Form>
  );
}
