import { type RefObject, useEffect, useImperativeHandle } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import type { RequestValues } from "../request/schema";

const TIME_TAKEN = "That time is no longer free. Please choose another one.";

/**
 * The date and the time of a request. Both can be focused wherever they are shown: the first
 * control of `container` stands for what is not on the screen.
 */
export function useDateTime(
  form: UseFormReturn<RequestValues>,
  container: RefObject<HTMLElement | null>,
) {
  const { control } = form;
  const date = useController({ control, name: "date" });
  const time = useController({ control, name: "time" });
  const typed = useController({ control, name: "typed" });
  const focus = (name: string) => {
    const inputs = container.current?.querySelectorAll<HTMLElement>("input:not(:disabled)") ?? [];
    const named = [...inputs].find((input) => input.getAttribute("name")?.endsWith(name));
    (named ?? inputs[0])?.focus();
  };
  useImperativeHandle(date.field.ref, () => ({ focus: () => focus("-day") }));
  useImperativeHandle(time.field.ref, () => ({ focus: () => focus("-time") }));
  return {
    date: date.field,
    time: time.field,
    typed: typed.field,
    error: date.fieldState.error?.message ?? time.fieldState.error?.message,
    errors: { date: date.fieldState.error?.message, time: time.fieldState.error?.message },
  };
}

export type DateTimeState = ReturnType<typeof useDateTime>;

/** Lets go of a chosen time that is not among the free ones any more, and says so. */
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
