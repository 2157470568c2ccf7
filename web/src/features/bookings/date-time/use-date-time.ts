import { useEffect } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import type { RequestValues } from "../request/schema";

const TIME_TAKEN = "That time is no longer free. Please choose another one.";

/** Binds the date and the time of a request form. */
export function useDateTime({ control }: UseFormReturn<RequestValues>) {
  const date = useController({ control, name: "date" });
  const time = useController({ control, name: "time" });
  const typed = useController({ control, name: "typed" });
  return {
    date: date.field,
    time: time.field,
    typed: typed.field,
    error: date.fieldState.error?.message ?? time.fieldState.error?.message,
    errors: { date: date.fieldState.error?.message, time: time.fieldState.error?.message },
  };
}

export type DateTimeState = ReturnType<typeof useDateTime>;

/** Clears a chosen time that is no longer free, and shows an error. */
export function useClearTakenTime(
  form: UseFormReturn<RequestValues>,
  time: string,
  free: readonly string[] | undefined,
): void {
  const { setValue, setError, getFieldState } = form;
  const gone = time !== "" && free !== undefined && !free.includes(time);
  useEffect(() => {
    if (!gone) return;
    setValue("time", "");
    if (!getFieldState("time").error) setError("time", { message: TIME_TAKEN });
  }, [gone, setValue, setError, getFieldState]);
}

/** Chooses the first free day, so that only its time is left to choose. */
export function useFirstFreeDay(
  form: UseFormReturn<RequestValues>,
  first: string | undefined,
): void {
  const { setValue, getValues } = form;
  useEffect(() => {
    if (first && !getValues("date")) setValue("date", first);
  }, [first, setValue, getValues]);
}
