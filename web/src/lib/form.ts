import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

export { showServerErrors } from "./api/form-errors";

/**
 * A form checked by a `zod/mini` schema. Errors appear on leaving a field, and the
 * first wrong field takes the focus on submit.
 */
export function useAppForm<Values extends FieldValues>(
  schema: ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({ resolver: zodResolver(schema), defaultValues, mode: "onTouched" });
}
