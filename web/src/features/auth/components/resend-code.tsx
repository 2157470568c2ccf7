import { useEffect, useState } from "react";
import { FormMessage } from "@/components/form";
import { api, messageOf } from "@/lib/api";
import { referralCode, sentMessage } from "../registration";

const WAIT_SECONDS = 10;

/** Button that requests another code, enabled ten seconds after the last. */
export function ResendCode({ email }: { email: string }) {
  const [left, setLeft] = useState(WAIT_SECONDS);
  const send = api.useMutation("post", "/api/auth/resend/code", {
    onSuccess: () => setLeft(WAIT_SECONDS),
  });
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div className="grid gap-3">
      <p className="flex min-h-11 items-center gap-1.5 text-ink-2">
        No email?
        {left > 0 ? (
          <span className="num">Send it again in {left} s</span>
        ) : (
          <button
            type="button"
            aria-busy={send.isPending}
            className={`text-link min-h-11`}
            onClick={() =>
              !send.isPending && send.mutate({ body: { email, referralCode: referralCode() } })
            }
          >
            Send it again
          </button>
        )}
      </p>
      <p role="status" className={send.isSuccess ? "text-leaf" : "sr-only"}>
        {send.isSuccess && sentMessage(send.data)}
      </p>
      <FormMessage>{send.error ? messageOf(send.error) : undefined}</FormMessage>
    </div>
  );
}
