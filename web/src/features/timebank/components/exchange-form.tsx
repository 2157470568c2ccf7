import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Choice, Form, FormError, Input } from "@/components/form";
import { SparkSign } from "@/components/price";
import { toast } from "@/components/toast";
import { toNumber, typedNumber } from "@/lib/amount";
import { ApiError, api, useIdempotencyKey, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { toLocalInput } from "@/lib/format";

const DAY_MS = 86_400_000;
/** Age, in days, up to which an exchange can be written down. */
const MAX_AGE = 90;
const SIDES = ["giver", "receiver"] as const;

const schema = z.object({
  i_was: z.enum(SIDES, "Say who helped"),
  skill: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say what was done, such as weeding"),
      z.maxLength(80, "Please keep it to 80 characters"),
    ),
  date: z.string().check(z.minLength(1, "Choose a day")),
  hours: typedNumber("Enter hours from 0.25 to 24", 0.25, 24),
  tokens: typedNumber("Enter sparks such as 2 or 2.50, or 0", 0, Number.POSITIVE_INFINITY),
});

interface ExchangeFormProps {
  /** Id of the other side. */
  id: string;
  /** First name of the other side. */
  name: string;
}

/** Form to write down an exchange with another member. */
export function ExchangeForm({ id, name }: ExchangeFormProps) {
  const cache = useQueryCache();
  const navigate = useNavigate();
  const key = useIdempotencyKey();
  const now = new Date();
  const today = dayOf(now);
  const form = useAppForm(schema, { skill: "", date: today, hours: "1", tokens: "" });
  const save = api.useMutation("post", "/api/exchanges", {
    onSuccess: () => {
      key.renew();
      cache.markStale("/api/exchanges");
      toast.success(`Written down. ${name} is asked to confirm it.`);
      navigate("/exchanges");
    },
    onError: (error) => {
      // Without a response it may be written down: the retry must carry the same key.
      if (error instanceof ApiError && error.status !== 0) key.renew();
      showServerErrors(form, error);
    },
  });
  return (
    <Form
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ hours, tokens, ...rest }) =>
        save.mutate({
          params: { header: key.header },
          body: { with: id, hours: toNumber(hours), tokens: toNumber(tokens), ...rest },
        }),
      )}
    >
      <Choice
        label="Who helped?"
        options={[
          { value: "giver", label: `I helped ${name}` },
          { value: "receiver", label: `${name} helped me` },
        ]}
        {...fieldOf(form, "i_was")}
      />
      <Input label="What was done?" autoComplete="off" {...fieldOf(form, "skill")} />
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
        <Input
          label="Day"
          type="date"
          min={dayOf(new Date(now.getTime() - MAX_AGE * DAY_MS))}
          max={today}
          {...fieldOf(form, "date")}
        />
        <Input label="Hours" inputMode="decimal" autoComplete="off" {...fieldOf(form, "hours")} />
      </div>
      <Input
        label="Sparks"
        prefix={<SparkSign />}
        inputMode="decimal"
        autoComplete="off"
        hint="From whoever was helped to whoever helped; 0 if it was a favour"
        {...fieldOf(form, "tokens")}
      />
      <p className="text-small text-ink-2">
        {name} is asked to confirm it. Without an answer it counts after seven days.
      </p>
      <FormError form={form} />
      <Button type="submit" variant="spark" block busy={save.isPending}>
        Write it down
      </Button>
    </Form>
  );
}

/** Returns the day in Britain, as a date field has it. */
function dayOf(date: Date): string {
  return toLocalInput(date).slice(0, 10);
}
