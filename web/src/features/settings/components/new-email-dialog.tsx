import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/button";
import { DemoNote, MailLink } from "@/components/demo-note";
import { CODE_LENGTH, CodeInput, Form, FormMessage } from "@/components/form";
import { Dialog } from "@/components/overlay";
import { toast } from "@/components/toast";
import { api, messageOf } from "@/lib/api";
import { useProfileCache } from "@/lib/profile";
import { getSession, refreshSession } from "@/lib/session";

const ERROR_ID = "new-email-error";

interface NewEmailDialogProps {
  open: boolean;
  /** New address. */
  email: string | null;
  onClose: () => void;
}

/** Asks for the code sent to a new address. */
export function NewEmailDialog({ open, email, onClose }: NewEmailDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      initialFocus={() => content.current?.querySelector("input") ?? null}
      title="Check your new address"
      description={`We sent a four-digit code to ${email}. Until you type it here, your old address stays.`}
    >
      <div ref={content}>{email !== null && <CodeForm email={email} onClose={onClose} />}</div>
    </Dialog>
  );
}

function CodeForm({ email, onClose }: { email: string; onClose: () => void }) {
  const [code, setCode] = useState("");
  const cache = useProfileCache();
  const verify = api.useMutation("post", "/api/auth/verify/new-email", {
    onSuccess: async (changed) => {
      // The access token contains the address, too.
      const session = getSession();
      if (session) await refreshSession(session.accessToken);
      await cache.reload();
      toast.success(`Your email is now ${changed.email}`);
      onClose();
    },
    // The next digit starts another code.
    onError: () => setCode(""),
  });
  const complete = code.length === CODE_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (complete && !verify.isPending) verify.mutate({ body: { code } });
  }

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <CodeInput value={code} onChange={setCode} errorId={verify.error ? ERROR_ID : undefined} />
      <div id={ERROR_ID}>
        <FormMessage>
          {verify.error
            ? messageOf(verify.error, "Verification failed. Please try again.")
            : undefined}
        </FormMessage>
      </div>
      <DemoNote>
        <MailLink to={email} />
      </DemoNote>
      <p className="text-small text-ink-2">No code? Close this and save the new address again.</p>
      <Button type="submit" variant="spark" block disabled={!complete} busy={verify.isPending}>
        Verify
      </Button>
    </Form>
  );
}
