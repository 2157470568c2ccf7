import { FieldError } from "@/components/form";
import { paperName } from "@/lib/kyc";
import { ID_TYPES, type IdType } from "../kinds";

interface TypeChoiceProps {
  value: IdType | null;
  onChange: (type: IdType) => void;
  error: string | undefined;
}

const ERROR_ID = "id-type-error";

/** What kind of paper it is. */
export function TypeChoice({ value, onChange, error }: TypeChoiceProps) {
  return (
    <fieldset aria-describedby={error && ERROR_ID} className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">ID type</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {ID_TYPES.map((type) => (
          <label
            key={type}
            className="relative flex min-h-12 cursor-pointer items-center gap-3 rounded-m border-[1.5px] border-edge px-3.5 py-2 font-semibold has-checked:border-leaf has-checked:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              name="type"
              value={type}
              checked={value === type}
              onChange={() => onChange(type)}
              className="size-5 shrink-0 accent-leaf"
            />
            {paperName(type)}
          </label>
        ))}
      </div>
      <FieldError id={ERROR_ID}>{error}</FieldError>
    </fieldset>
  );
}
