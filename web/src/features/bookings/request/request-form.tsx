import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FileInput, Input, NumberStepper, SaveNote, Textarea } from "@/components/form";
import type { SaveStatus } from "@/lib/drafts";
import { fieldOf } from "@/lib/form";
import { useSite } from "@/lib/site";
import { DateTimeField } from "../date-time/date-time-field";
import { AddressField } from "./address-field";
import { MAX_HOURS, type RequestValues } from "./schema";

interface RequestFormProps {
  form: UseFormReturn<RequestValues>;
  /** The person to book. */
  provider: { id: string; firstname: string };
  file: File | null;
  saveStatus: SaveStatus;
  onFile: (file: File | null) => void;
}

/** Fields for the work, place, time and duration. */
export function RequestForm(props: RequestFormProps) {
  const { form, provider, file, saveStatus, onFile } = props;
  const mode = useSite().data?.mode;
  const inPounds = mode === "cash+tokens";
  useEffect(() => {
    // The draft may be older than the community's mode: without pounds, a cap is refused.
    if (mode && !inPounds) form.setValue("expensesCap", "");
  }, [form, mode, inPounds]);
  return (
    // A focused field must not be covered by the price at the bottom of a phone.
    <div className="grid gap-5 max-lg:roomy:[&_:is(input,textarea)]:scroll-mb-56">
      <Textarea
        label="What do you need?"
        placeholder="Say what is to be done, and anything worth knowing beforehand."
        {...fieldOf(form, "description")}
      />
      <AddressField form={form} />
      <NumberStepper
        label="For how long?"
        value={form.watch("hours")}
        min={1}
        max={MAX_HOURS}
        format={{ style: "unit", unit: "hour", unitDisplay: "long" }}
        onChange={(hours) => form.setValue("hours", hours)}
      />
      <DateTimeField form={form} provider={provider} />
      {inPounds && (
        <Input
          label="The most you would pay for expenses"
          hint={`Such as materials or mileage, beside the price. ${provider.firstname} can ask for no more, and nothing is paid until you confirm.`}
          optional
          prefix="£"
          inputMode="decimal"
          {...fieldOf(form, "expensesCap")}
        />
      )}
      <FileInput
        label="Picture"
        hint="It helps to see what it is about. Only the two of you can see it."
        optional
        imagesOnly
        maxMegabytes={5}
        file={file}
        onChange={onFile}
      />
      <SaveNote status={saveStatus} />
    </div>
  );
}
