import { Link, redirect, useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { FormError, Input, PasswordInput } from "@/components/form";
import { ApiError, api } from "@/lib/api";
import { showServerErrors, useAppForm } from "@/lib/form";
import { localPath } from "@/lib/local-path";
import { getSession, needsRefresh, refreshSession, storeTokens } from "@/lib/session";
import { AuthLayout, textLink } from "../parts/auth-layout";

/** A stored session goes straight on, after a refresh when its token is about to expire. */
export async function loader({ request }: { request: Request }): Promise<null> {
  const session = getSession();
  if (!session) return null;
  if (needsRefresh(session)) {
    const result = await refreshSession(session.accessToken);
    if (result !== "fresh") return null;
  }
  throw redirect(localPath(new URL(request.url).searchParams.get("next"), "/explore"));
}

// Nothing is checked here: the server alone knows whether they are right.
const schema = z.object({ email: z.string(), password: z.string() });

export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const form = useAppForm(schema, { email: "", password: "" });
  const login = api.useMutation("post", "/api/auth/login");

  const submit = form.handleSubmit((values) =>
    login.mutate(
      { body: values },
      {
        onSuccess: (tokens) => {
          if (storeTokens(tokens))
            navigate(localPath(params.get("next"), "/explore"), { replace: true });
          else form.setError("root.server", { message: "Invalid token received" });
        },
        onError: (error) => showServerErrors(form, loginError(error)),
      },
    ),
  );

  return (
    <AuthLayout
      title="Welcome back!"
      intro="Log in to see what's happening on your street."
      footer={
        <>
          New here?{" "}
          <Link to="/signup" className={textLink}>
            Create an account
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit}>
        <fieldset disabled={login.isPending} className="grid gap-5">
          <Input
            label="Email"
            type="email"
            autoComplete="username"
            error={form.formState.errors.email?.message}
            {...form.register("email")}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            error={form.formState.errors.password?.message}
            {...form.register("password")}
          />
          <FormError form={form} />
          <Button
            type="submit"
            variant="spark"
            block
            busy={login.isPending}
            busyLabel="Verifying..."
          >
            Verify
          </Button>
        </fieldset>
      </form>
    </AuthLayout>
  );
}

const WRONG = [400, 401, 404, 422];

/** The server's reason for a refusal that is not about the password, such as a suspension, is kept. */
function loginError(error: unknown): ApiError {
  const { status = 0, code = "", message = "" } = error instanceof ApiError ? error : {};
  if (WRONG.includes(status)) {
    return new ApiError(code, "Invalid credentials. Please try again.", status);
  }
  if (status === 403 || status === 429) return new ApiError(code, message, status);
  return new ApiError(code, "Something went wrong. Please try again later.", status);
}
