import { zodResolver } from "@hookform/resolvers/zod";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import * as z from "zod/mini";

// The default message of a schema, instead of the library's.
z.config({ customError: () => "Please check this" });

export { showServerErrors } from "./api/form-errors";

/**
 * Returns a form validated by a `zod/mini` schema. Errors appear on blur; on submit `Form` focuses
 * the first.
 */
export function useAppForm<Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
}

/** Returns the properties of a field from `components/form`: its registration and its error. */
export function fieldOf<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: Path<Values>,
) {
  const error: FieldError | undefined = get(form.formState.errors, name);
  return { ...form.register(name), error: error?.message };
}
