import type { StripeError } from "@stripe/stripe-js";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { messageOf } from "@/lib/api";
import { cx } from "@/lib/cx";
import { type LoadedForm, type StripeFormOptions, useStripeForm } from "@/lib/stripe-form";
import { Button } from "./button";
import { FormMessage } from "./form";
import { Loading, Skeleton } from "./skeleton";

/** An error that must not be told again: the card fields show it. */
const SHOWN = "validation_error";
/** Codes of what has ended already, such as in another tab or before a lost answer. */
const ENDED = /^(payment|setup)_intent_unexpected_state$/;

export const formPlaceholder = (
  <Loading>
    <Skeleton className="h-56 rounded-m" />
  </Loading>
);

interface StripeFormProps extends StripeFormOptions {
  /** Label of the button, and the same while it is busy. */
  label: string;
  busyLabel: string;
  /** Error without words of Stripe's or the server's. */
  failed: string;
  /** Consequence of a form that cannot be loaded. */
  nothing: string;
  /** Sentence below the buttons. */
  note: string;
  /** Choice of a kept card, above the fields; `onChoose` removes the error of the last card. */
  choice?: (busy: boolean, onChoose: () => void) => ReactNode;
  confirm: (form: LoadedForm) => Promise<{ error?: StripeError }>;
  /** Called when Stripe has ended it; the server knows how. */
  onEnded: () => unknown;
  onCancel?: () => void;
}

/** Stripe's card form, with its buttons. */
export function StripeForm(props: StripeFormProps) {
  const { typed, label, busyLabel, failed, nothing, note, choice, onEnded, onCancel } = props;
  const { frame, form, state } = useStripeForm(props);
  // The button is disabled only once it is drawn again; a double press comes before.
  const isRunning = useRef(false);
  const confirm = useMutation({
    onSettled: () => {
      isRunning.current = false;
    },
    mutationFn: async () => {
      if (!form.current) throw new Error(failed);
      const { error } = await props.confirm(form.current);
      if (error && !ENDED.test(error.code ?? "")) {
        throw new Error(error.type === SHOWN ? "" : (error.message ?? failed));
      }
      await onEnded();
    },
  });
  const { error, isPending: busy, reset } = confirm;
  return (
    <>
      {choice?.(busy, reset)}
      {state === "loading" && typed !== false && formPlaceholder}
      {state === "failed" ? (
        <FormMessage>
          {`The card form could not be loaded. ${nothing} Check your connection, and switch off blockers for this page.`}
        </FormMessage>
      ) : (
        <div
          ref={frame}
          hidden={!typed}
          className={cx(state === "loading" && "h-0 overflow-hidden")}
        />
      )}
      <FormMessage>{error ? messageOf(error, error.message) : undefined}</FormMessage>
      <div className="grid gap-3">
        {state === "failed" ? (
          <Button variant="spark" block onClick={() => window.location.reload()}>
            Try again
          </Button>
        ) : (
          <Button
            variant="spark"
            block
            busy={busy}
            busyLabel={busyLabel}
            disabled={state === "loading"}
            onClick={() => {
              if (isRunning.current) return;
              isRunning.current = true;
              confirm.mutate();
            }}
          >
            {label}
          </Button>
        )}
        {onCancel && (
          <Button variant="quiet" block disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <p className="text-center text-small text-ink-2">{note}</p>
    </>
  );
}
