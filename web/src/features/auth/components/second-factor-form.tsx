import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/button";
import { Form, FormMessage, SecondFactorCodeInput } from "@/components/form";
import { ApiError, messageOf } from "@/lib/api";
import { AppealLink } from "./appeal-link";

interface SecondFactorFormProps {
  busy: boolean;
  /** Error of the last code. */
  error: unknown;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function SecondFactorForm({ busy, error, onSubmit, onBack }: SecondFactorFormProps) {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // Also after a refusal, because a disabled field loses the focus.
  useEffect(() => {
    if (!busy) input.current?.focus();
  }, [busy]);
  const wrong = error instanceof ApiError && error.code === "auth.wrong_code";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() && !busy) onSubmit(code.trim());
  }

  return (
    <Form onSubmit={submit}>
      <fieldset disabled={busy} className="grid gap-5">
        <SecondFactorCodeInput
          ref={input}
          name="code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={wrong ? messageOf(error) : undefined}
        />
        <FormMessage>{error && !wrong ? messageOf(error) : undefined}</FormMessage>
        <AppealLink error={error} />
        <div className="grid gap-3">
          <Button
            type="submit"
            variant="spark"
            block
            disabled={!code.trim()}
            busy={busy}
            busyLabel="Verifying..."
          >
            Verify
          </Button>
          <Button variant="quiet" block onClick={onBack}>
            Back
          </Button>
        </div>
      </fieldset>
    </Form>
  );
}
