import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Form, FormError, PasswordInput, SecondFactorCodeInput } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { ApiError, api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { needsSecondFactorCode, useSecondFactor } from "@/lib/second-factor";
import { useSession } from "@/lib/session";
import { passwordSchema } from "../components/details-schema";
import { PasswordMatch } from "../components/password-match";

const schema = z
  .object({
    password: z.string().check(z.minLength(1, "Your current password is required")),
    newPassword: passwordSchema,
    confirm: z.string(),
    code: z.string().check(z.trim()),
  })
  .check(
    z.refine(({ newPassword, confirm }) => newPassword === confirm, {
      error: "New passwords do not match!",
      path: ["confirm"],
    }),
  );

const empty = { password: "", newPassword: "", confirm: "", code: "" };

/** Screen to change the member's password; every other device is signed out. */
export function Component() {
  const email = useSession()?.claims.email ?? "";
  const form = useAppForm(schema, empty);
  const factor = useSecondFactor();
  const change = api.useMutation("put", "/api/users/change/password");
  const { errors } = form.formState;
  const [newPassword, confirm] = form.watch(["newPassword", "confirm"]);
  const asksForCode = factor.data?.enabled || needsSecondFactorCode(change.error);

  const submit = form.handleSubmit(({ confirm: _, code, ...passwords }) =>
    change.mutate(
      { body: { ...passwords, code: code || undefined } },
      {
        onSuccess: () => form.reset(empty),
        onError: (error) => showServerErrors(form, changeError(error), FAILED),
      },
    ),
  );

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Change password" back="/dashboard">
        Your other devices are signed out. This one stays.
      </PageHeader>
      <Card>
        <Form onSubmit={submit} className="grid gap-4">
          {/* Tells password managers whose password it is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...fieldOf(form, "password")}
          />
          <PasswordInput
            label="New password"
            hint="At least 8 characters"
            autoComplete="new-password"
            {...fieldOf(form, "newPassword")}
          />
          <div className="grid gap-1.5">
            <PasswordInput
              label="Confirm new password"
              autoComplete="new-password"
              {...fieldOf(form, "confirm")}
            />
            {!errors.confirm && <PasswordMatch password={newPassword} confirm={confirm} />}
          </div>
          {asksForCode && <SecondFactorCodeInput {...fieldOf(form, "code")} />}
          <FormError form={form} />
          <p role="status" className={change.isSuccess ? "font-medium text-leaf" : "sr-only"}>
            {change.isSuccess && "Password reset was successful!"}
          </p>
          <div>
            <Button type="submit" variant="spark" busy={change.isPending} busyLabel="Saving…">
              Change password
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}

const FAILED = "Failed to reset password. Please try again later.";

/** Returns the server's own reason, where it gives one. */
function changeError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "client.unexpected") return error;
  return new ApiError(error.code, "Something went wrong!", error.status);
}
