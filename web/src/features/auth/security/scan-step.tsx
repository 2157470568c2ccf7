import { lazy, Suspense } from "react";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Form, FormError, Input } from "@/components/form";
import { Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import type { Enrolment } from "./password-step";
import { StepHeading } from "./step-heading";

// Lazy, because the encoder is needed in this step only.
const QrCode = lazy(async () => ({ default: (await import("@/components/qr-code")).QrCode }));

const schema = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/, "Type the six digits from your app")),
});

interface ScanStepProps {
  enrolment: Enrolment;
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Shows the secret for an authenticator app, and confirms it with the app's first code. */
export function ScanStep({ enrolment, onDone, onCancel }: ScanStepProps) {
  const form = useAppForm(schema, { code: "" });
  const confirm = api.useMutation("post", "/api/auth/second-factor/totp/confirm");
  const submit = form.handleSubmit(({ code }) =>
    confirm.mutate(
      { body: { code: code.replace(/\s/g, "") } },
      {
        onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
        onError: (error) => showServerErrors(form, error),
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <StepHeading>Scan this with your authenticator app</StepHeading>
      <p className="text-ink-2">
        Any app for one-time codes will do, such as the one your phone or your password manager
        comes with.
      </p>
      <div className="flex flex-wrap items-start gap-5">
        <Suspense fallback={<Skeleton className="size-52 rounded-s" />}>
          <QrCode text={enrolment.uri} label="QR code for your authenticator app" />
        </Suspense>
        <div className="grid min-w-0 flex-1 basis-56 gap-2">
          <p className="text-ink-2" id="secret-hint">
            Can't scan it? Type this key into the app:
          </p>
          <p
            aria-describedby="secret-hint"
            className="num rounded-s bg-sunk px-4 py-3 font-semibold break-words select-all"
          >
            {enrolment.secret.match(/.{1,4}/g)?.join(" ")}
          </p>
          <a
            href={enrolment.uri}
            className="hidden min-h-11 items-center font-semibold underline underline-offset-3 pointer-coarse:inline-flex"
          >
            Open the app on this device
          </a>
        </div>
      </div>
      <Input
        label="Code from the app"
        hint="Six digits, which change every 30 seconds."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="max-w-60"
        {...fieldOf(form, "code")}
      />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="spark" busy={confirm.isPending}>
          Switch on
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
