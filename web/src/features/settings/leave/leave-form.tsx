import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { Button, ButtonLink } from "@/components/button";
import {
  Checkbox,
  Form,
  FormError,
  Input,
  PasswordInput,
  SecondFactorCodeInput,
} from "@/components/form";
import { api, useQueryCache } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { formatMoney } from "@/lib/format";
import { useSecondFactor } from "@/lib/second-factor";

/** Word to type, so that nobody deletes their account by mistake. */
const WORD = "DELETE";

const schemaFor = (cash: number) =>
  z.object({
    currentPassword: z.string().check(z.minLength(1, "Your password is required")),
    code: z.string().check(z.trim()),
    word: z.string().check(
      z.trim(),
      z.refine((word) => word.toUpperCase() === WORD, `Type ${WORD} to go on`),
    ),
    giveUp: z
      .boolean()
      .check(
        z.refine((accepted) => accepted || cash <= 0, "Withdraw your pounds first, or tick this"),
      ),
  });

/** Asks for password and code, and deletes the account. Then goes to `/goodbye`, which signs out. */
export function LeaveForm({ cash }: { cash: number }) {
  const navigate = useNavigate();
  const factor = useSecondFactor();
  const cache = useQueryCache();
  const form = useAppForm(schemaFor(cash), {
    currentPassword: "",
    code: "",
    word: "",
    giveUp: false,
  });
  const leave = api.useMutation("post", "/api/settings/leaving");
  const submit = form.handleSubmit(async ({ currentPassword, code, giveUp }) => {
    try {
      const body = { currentPassword, giveUp, ...(code && { code }) };
      await leave.mutateAsync({ body });
    } catch (error) {
      // A new obstacle, such as a booking, may be why: reload the obstacles.
      cache.invalidate("/api/settings/leaving");
      showServerErrors(form, error);
      return;
    }
    navigate("/goodbye", { replace: true, state: { left: true } });
  });
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {cash > 0 && (
        <Checkbox
          label={`I give up the ${formatMoney(cash)} in my wallet, for ever`}
          error={form.formState.errors.giveUp?.message}
          {...form.register("giveUp")}
        />
      )}
      <PasswordInput
        label="Your password"
        hint="To be sure that it is you."
        autoComplete="current-password"
        {...fieldOf(form, "currentPassword")}
      />
      {factor.data?.enabled && <SecondFactorCodeInput {...fieldOf(form, "code")} />}
      <Input
        label={`Type ${WORD}`}
        hint="So that it does not happen by mistake."
        autoComplete="off"
        autoCapitalize="characters"
        {...fieldOf(form, "word")}
      />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={form.formState.isSubmitting}>
          Delete my account for ever
        </Button>
        <ButtonLink to="/settings/data" variant="quiet">
          Stay
        </ButtonLink>
      </div>
    </Form>
  );
}
