import { FlaskConical } from "lucide-react";
import type { ChangeEvent } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, Input, PlaceInput } from "@/components/form";
import { toast } from "@/components/toast";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useReloadCards } from "../api/use-reload-cards";
import { cardSchema, formatExpiry, groupNumber } from "./card-schema";

const empty = {
  card_number: "",
  expiry_date: "",
  cvv: "",
  address: "",
  city: "",
  postal_code: "",
};

/** Form for a simulated card of a sample community, labelled as such. */
export function SandboxCard() {
  const navigate = useNavigate();
  const reload = useReloadCards();
  const form = useAppForm(cardSchema, empty);
  const add = api.useMutation("post", "/api/settings/payment/billingmethod");
  const city = form.watch("city");
  const submit = form.handleSubmit(({ postal_code, ...body }) =>
    add.mutate(
      { body: { ...body, ...(postal_code && { postal_code }) } },
      {
        onSuccess: () => {
          toast.success("Card added");
          reload();
          navigate("/bills", { replace: true });
        },
        onError: (error) => showServerErrors(form, error, "Failed to add billing method"),
      },
    ),
  );
  /** Registers a field whose text is formatted while it is typed. */
  const formatted = (name: "card_number" | "expiry_date", format: (text: string) => string) => {
    const field = fieldOf(form, name);
    const onChange = (event: ChangeEvent<HTMLInputElement>) => {
      event.target.value = format(event.target.value);
      return field.onChange(event);
    };
    return { ...field, onChange };
  };
  return (
    <Card className="grid gap-5">
      <p className="flex items-start gap-3 rounded-m bg-plum-soft p-4 text-plum">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="block">This is a demo: type no real card</strong>
          Use the test card 4242 4242 4242 4242, any date to come and any CVV.
        </span>
      </p>
      <Form onSubmit={submit} className="grid gap-4">
        <Input
          label="Card number"
          inputMode="numeric"
          autoComplete="off"
          {...formatted("card_number", groupNumber)}
        />
        <div className="grid grid-cols-2 gap-4">
          <Input
            label="Expiry date"
            hint="MM/YY"
            inputMode="numeric"
            autoComplete="off"
            {...formatted("expiry_date", formatExpiry)}
          />
          <Input
            label="CVV"
            hint="3 or 4 digits"
            inputMode="numeric"
            autoComplete="off"
            {...fieldOf(form, "cvv")}
          />
        </div>
        <Input label="Address" autoComplete="street-address" {...fieldOf(form, "address")} />
        <PlaceInput
          label="City"
          name="city"
          kind="city"
          autoComplete="address-level2"
          value={city}
          textOf={({ city, label }) => city ?? label}
          error={form.formState.errors.city?.message}
          onBlur={() => form.trigger("city")}
          onChange={(text) =>
            form.setValue("city", text, {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            })
          }
        />
        <Input
          label="Postcode"
          optional
          autoComplete="postal-code"
          {...fieldOf(form, "postal_code")}
        />
        <FormError form={form} />
        <div>
          <Button type="submit" variant="spark" busy={add.isPending} busyLabel="Adding…">
            Add card
          </Button>
        </div>
      </Form>
    </Card>
  );
}
