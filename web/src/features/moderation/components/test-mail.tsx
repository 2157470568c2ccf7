import { CircleAlert, CircleCheck } from "lucide-react";
import { Button } from "@/components/button";
import { FormMessage } from "@/components/form";
import { api, messageOf, type Schemas } from "@/lib/api";
import { useSession } from "@/lib/session";

/** Button that sends a mail to the admin, and shows the outcome. */
export function TestMail() {
  const email = useSession()?.claims.email;
  const send = api.useMutation("post", "/api/admin/test-mail");
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        New members need a code by email. Send yourself one to see whether emails arrive: it goes to{" "}
        <span className="font-semibold wrap-anywhere">{email}</span>.
      </p>
      <Button
        variant="quiet"
        className="justify-self-start"
        busy={send.isPending}
        busyLabel="Sending…"
        onClick={() => send.mutate({})}
      >
        Send a test email
      </Button>
      <div role="status">{send.data && <Outcome outcome={send.data} email={email} />}</div>
      <FormMessage>{send.error ? messageOf(send.error) : undefined}</FormMessage>
    </div>
  );
}

interface OutcomeProps {
  outcome: Schemas["TestMailOutcome"];
  email: string | undefined;
}

function Outcome({ outcome, email }: OutcomeProps) {
  const { result, cause, remedy, conversation } = outcome;
  const sent = result === "sent";
  const Icon = sent ? CircleCheck : CircleAlert;
  return (
    <div
      className={`flex gap-2.5 rounded-s px-4 py-3 font-medium ${sent ? "bg-leaf-soft text-leaf" : "bg-danger-soft text-danger"}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        {sent && (
          <p>
            The mail server has accepted it. Look for it at {email}, and in the junk folder too.
          </p>
        )}
        {result === "written" && (
          <p>No mail server is set, so it was written to a file. Nobody gets emails from here.</p>
        )}
        {result === "failed" && (
          <>
            <p>It could not be sent. {remedy ?? "Check [mail] in the settings of the server."}</p>
            <p className="text-small">{cause}</p>
          </>
        )}
        {conversation.length > 0 && <Conversation lines={conversation} open={!sent} />}
      </div>
    </div>
  );
}

interface ConversationProps {
  lines: Schemas["MailLine"][];
  open: boolean;
}

/** Commands of the site to the mail server, and its replies. */
function Conversation({ lines, open }: ConversationProps) {
  return (
    <details open={open} className="text-small text-ink">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        Conversation with the mail server
      </summary>
      <ol className="grid gap-1 font-mono">
        {lines.map(({ speaker, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
          <li key={index} className="grid grid-cols-[auto_1fr] gap-2">
            <span aria-hidden="true">{speaker === "site" ? "\u2192" : "\u2190"}</span>
            <span className="whitespace-pre-line wrap-anywhere">
              <span className="sr-only">
                {speaker === "site" ? "This site: " : "Mail server: "}
              </span>
              {text}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
