import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Checkbox, FieldError, Form, FormError, Input } from "@/components/form";
import { Dialog, DialogActions } from "@/components/overlay";
import { SparkSign } from "@/components/price";
import { toast } from "@/components/toast";
import { toNumber, typedNumber } from "@/lib/amount";
import { api, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatAmount } from "@/lib/format";
import type { CommunityEvent } from "../event-words";

const MAX_SPARKS = 6000;

const schema = z.object({
  tokens: typedNumber("Enter sparks from 0.01 to 6,000, such as 2 or 2.50", 0.01, MAX_SPARKS),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Say in a line what you thank them for"),
      z.maxLength(200, "Please keep it to 200 characters"),
    ),
});

/** Button for admins to thank hosts and helpers with sparks, once the event has begun. */
export function ThankHosts({ event }: { event: CommunityEvent }) {
  const [open, setOpen] = useState(false);
  const unthanked = event.hosts.filter(({ is_thanked }) => !is_thanked);
  if (!event.can_thank || unthanked.length === 0) return null;
  return (
    <>
      <Button variant="spark" onClick={() => setOpen(true)}>
        Thank with sparks
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Thank with sparks"
        description="The sparks come from the community's pot. Each person is thanked once for an event."
      >
        <ThanksForm event={event} unthanked={unthanked} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface ThanksFormProps {
  event: CommunityEvent;
  unthanked: CommunityEvent["hosts"];
  onDone: () => void;
}

function ThanksForm({ event, unthanked, onDone }: ThanksFormProps) {
  const cache = useQueryCache();
  const pot = api.useQuery("get", "/api/pot").data?.balance;
  const [to, setTo] = useState(() => unthanked.map(({ person }) => person.id));
  const form = useAppForm(schema, { tokens: "", message: `For ${event.title}` });
  const params = { path: { id: event.id } };
  const thank = api.useMutation("post", "/api/admin/events/{id}/thanks", {
    onSuccess: (thanked) => {
      cache.setData("/api/community/events/{id}", thanked, params);
      cache.invalidate("/api/pot", "/api/admin/spark-gifts", "/api/admin/audit");
      toast.success("Thanked. They have been told.");
      onDone();
    },
    onError: (error) => showServerErrors(form, error),
  });
  const submit = form.handleSubmit(({ tokens, message }) => {
    if (to.length > 0) thank.mutate({ params, body: { tokens: toNumber(tokens), to, message } });
  });
  const toggle = (id: string) =>
    setTo((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <fieldset data-invalid={to.length === 0 || undefined} aria-describedby="thanks-to">
        <legend className="font-semibold">Whom to thank</legend>
        {unthanked.map(({ person, role }) => (
          <Checkbox
            key={person.id}
            label={`${person.name}, ${role}`}
            checked={to.includes(person.id)}
            onChange={() => toggle(person.id)}
          />
        ))}
        <FieldError id="thanks-to">
          {to.length === 0 ? "Choose at least one" : undefined}
        </FieldError>
      </fieldset>
      <Input
        label="Sparks for each"
        prefix={<SparkSign />}
        inputMode="decimal"
        autoComplete="off"
        hint={pot === undefined ? undefined : `In the pot: ${formatAmount("spark_token", pot)}`}
        {...fieldOf(form, "tokens")}
      />
      <Input label="Message" hint="They read it." {...fieldOf(form, "message")} />
      <FormError form={form} />
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Not now
        </Button>
        <Button type="submit" variant="spark" busy={thank.isPending}>
          Say thank you
        </Button>
      </DialogActions>
    </Form>
  );
}
