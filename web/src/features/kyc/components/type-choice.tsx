import { FieldError, RadioCard } from "@/components/form";
import { documentName } from "@/lib/kyc";
import { ID_TYPES, type IdType } from "../kinds";

interface TypeChoiceProps {
  value: IdType | null;
  onChange: (type: IdType) => void;
  error: string | undefined;
}

const ERROR_ID = "id-type-error";

/** Choice of the document's type. */
export function TypeChoice({ value, onChange, error }: TypeChoiceProps) {
  return (
    <fieldset
      data-invalid={error && true}
      aria-describedby={error && ERROR_ID}
      className="grid gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">ID type</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {ID_TYPES.map((type) => (
          <RadioCard
            key={type}
            name="type"
            value={type}
            checked={value === type}
            onChoose={() => onChange(type)}
            title={documentName(type)}
          />
        ))}
      </div>
      <FieldError id={ERROR_ID}>{error}</FieldError>
    </fieldset>
  );
}
