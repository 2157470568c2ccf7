import { Mail } from "lucide-react";
import { useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { api, type Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";

/** Mail that has just been asked for should appear without a reload. */
const POLL_MS = 3_000;

/** In a demo no mail leaves the machine: this shows what would have been sent. `?to=` shows one person's. */
export function Component() {
  const [params] = useSearchParams();
  const to = params.get("to") ?? undefined;
  const query = api.useQuery(
    "get",
    "/api/demo/mail",
    { params: { query: { to } } },
    { refetchInterval: POLL_MS },
  );
  return (
    <div className="mx-auto w-full max-w-2xl px-5 py-8">
      <PageHeader title="Demo mail">
        This is a demo, so no email leaves this computer. What would have been sent
        {to ? ` to ${to}` : ""} is listed here, newest first.
      </PageHeader>
      <Loaded
        query={query}
        error="There is no mail to show here."
        skeleton={
          <SkeletonList>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState title="No mail yet" icon={<Mail />}>
            Ask for a code on the sign-up page and it lands here.
          </EmptyState>
        }
      >
        {(mails) => (
          <ul aria-live="polite" className="grid gap-4">
            {mails.map((mail) => (
              <li key={mail.id}>
                <MailCard mail={mail} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function MailCard({ mail }: { mail: Schemas["DemoMail"] }) {
  return (
    <Card>
      <h2 className="text-title">{mail.subject}</h2>
      <p className="num text-small text-ink-2">
        To {mail.to} · {formatWhen(mail.at)}
      </p>
      <p className="mt-3 whitespace-pre-line">{mail.text}</p>
    </Card>
  );
}
