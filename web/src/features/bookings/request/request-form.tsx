import type { UseFormReturn } from "react-hook-form";
import {
  FileInput,
  FormError,
  NumberStepper,
  PlaceInput,
  SaveNote,
  Textarea,
} from "@/components/form";
import type { SaveStatus } from "@/lib/drafts";
import { useOwnProfile } from "@/lib/profile";
import { DateTimeField } from "../date-time/date-time-field";
import { MAX_HOURS, type RequestValues } from "./schema";

interface RequestFormProps {
  id: string;
  form: UseFormReturn<RequestValues>;
  /** Whose time is asked for. */
  provider: { id: string; firstname: string };
  file: File | null;
  saveStatus: SaveStatus;
  onFile: (file: File | null) => void;
  onSubmit: () => void;
}

/** What, where, when and for how long. */
export function RequestForm(props: RequestFormProps) {
  const { id, form, provider, file, saveStatus, onFile, onSubmit } = props;
  const { errors } = form.formState;
  return (
    <form
      id={id}
      noValidate
      // A field that takes the focus must not hide behind the price at the bottom of a phone.
      className="grid gap-5 max-lg:roomy:[&_:is(input,textarea)]:scroll-mb-56"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Textarea
        label="What do you need?"
        placeholder="Say what is to be done, and anything worth knowing beforehand."
        error={errors.description?.message}
        {...form.register("description")}
      />
      <LocationField form={form} />
      <NumberStepper
        label="For how long?"
        value={form.watch("hours")}
        min={1}
        max={MAX_HOURS}
        format={{ style: "unit", unit: "hour", unitDisplay: "long" }}
        onChange={(hours) => form.setValue("hours", hours)}
      />
      <DateTimeField form={form} provider={provider} />
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
      <FormError form={form} />
    </form>
  );
}

/** Free text with suggestions; the point on the map goes with a suggestion only. */
function LocationField({ form }: { form: UseFormReturn<RequestValues> }) {
  const profile = useOwnProfile().data;
  const home = profile
    ? [profile.street, profile.location, profile.zip_code].filter(Boolean).join(", ")
    : "";
  const location = form.watch("location");
  const set = (text: string, point: RequestValues["point"]) => {
    form.setValue("point", point);
    form.setValue("location", text, { shouldValidate: form.formState.isSubmitted });
  };
  return (
    <div className="grid gap-1">
      <PlaceInput
        label="Where?"
        hint="They see the full address only once they have accepted."
        name="location"
        value={location}
        error={form.formState.errors.location?.message}
        onChange={(text, place) => set(text, place && { lat: place.lat, lon: place.lon })}
        onBlur={() => form.trigger("location")}
      />
      {home && location !== home && (
        <button
          type="button"
          onClick={() => {
            const { lat, lon } = profile ?? {};
            set(home, typeof lat === "number" && typeof lon === "number" ? { lat, lon } : null);
          }}
          className="min-h-11 justify-self-start font-semibold text-leaf hover:underline"
        >
          Use my address
        </button>
      )}
    </div>
  );
}
