import { ArrowLeft, Mail } from "lucide-react";
import { Fragment } from "react";
import { Link, useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api, type Schemas } from "@/lib/api";
import { formatWhen } from "@/lib/format";
import { useSite } from "@/lib/site";

/** Poll interval, so that a requested mail appears without a reload. */
const POLL_MS = 3_000;

/** The mails of a demo, which sends none. `?to=` shows one person's. */
export function Component() {
  const [params] = useSearchParams();
  const to = params.get("to") ?? undefined;
  const site = useSite().data;
  const query = api.useQuery(
    "get",
    "/api/demo/mail",
    { params: { query: { to } } },
    { refetchInterval: POLL_MS },
  );
  return (
    <div className="mx-auto w-full max-w-2xl px-5 py-8">
      <Link
        to="/"
        className="mb-4 inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-3 hover:underline"
      >
        <ArrowLeft aria-hidden size={20} />
        Back to {site?.name ?? "the site"}
      </Link>
      <PageHeader title="Demo mail">
        This is a demo, so no email leaves this computer. What would have been sent
        {to ? ` to ${to}` : ""} is listed here, newest first.
      </PageHeader>
      <Loaded
        query={query}
        error="There are no emails to show here."
        skeleton={
          <SkeletonList>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={
          <EmptyState title="No emails yet" icon={<Mail />}>
            Enter your email on the sign-up page, and the email with your code shows up here.
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
    <Card className="wrap-anywhere">
      <h2 className="text-title">{mail.subject}</h2>
      <p className="num text-small text-ink-2">
        To {mail.to} · {formatWhen(mail.at)}
      </p>
      <p className="mt-3 whitespace-pre-line">
        <LinkedText text={mail.text} />
      </p>
    </Card>
  );
}

/**
 * A mail's text with its addresses as links, named by the words before them. Shown in full, their
 * digits could be mistaken for a code, and they are wider than a phone.
 */
function LinkedText({ text }: { text: string }) {
  return text.split("\n").map((line, index) => {
    const [, label = "", url] = /^(?:(.*): )?(https?:\/\/\S+)$/.exec(line) ?? [];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never change
      <Fragment key={index}>
        {index > 0 && "\n"}
        {url ? (
          <a href={url} className="font-semibold underline underline-offset-3">
            {label || "Open"}
          </a>
        ) : (
          line
        )}
      </Fragment>
    );
  });
}
