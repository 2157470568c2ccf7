import type { ReactNode } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Loaded } from "@/components/loaded";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { type Schemas, usePages } from "@/lib/api";
import { cx } from "@/lib/cx";
import { formatWhen } from "@/lib/format";
import { usePollInterval } from "@/lib/live";
import { useSession } from "@/lib/session";
import { AnswerFile, DisputeFile } from "./files";

/** Poll interval of a visible dispute without an event stream. */
const POLL_MS = 10_000;

/** The messages of a dispute, from its opening to the last answer. */
export function DisputeThread({ dispute }: { dispute: Schemas["Dispute"] }) {
  const me = useSession()?.claims.id;
  const id = dispute.bookingId;
  const refetchInterval = usePollInterval(POLL_MS);
  const list = usePages(
    "/api/dispute/{id}/statements",
    { path: { id }, query: { limit: 100 } },
    { refetchInterval },
  );
  const opener = [dispute.client, dispute.provider].find(({ id }) => id === dispute.opened_by);
  return (
    <div className="grid gap-3">
      <ol aria-label="What was said" aria-live="polite" className="grid gap-3">
        <Statement
          who={opener ? nameOf(opener.firstname, opener.id === me) : "Opened automatically"}
          own={opener?.id === me}
          at={dispute.created_at}
          message={dispute.message}
        >
          {dispute.file_url && <DisputeFile id={id} />}
        </Statement>
        <Loaded
          query={list}
          error="The answers could not be loaded."
          skeleton={
            <li>
              <SkeletonList count={1}>
                <SkeletonRow />
              </SkeletonList>
            </li>
          }
        >
          {(items) =>
            items.map((statement) => (
              <Statement
                key={statement.id}
                who={nameOf(statement.name ?? "An admin", statement.own)}
                staff={statement.part === "staff"}
                own={statement.own}
                at={statement.created_at}
                message={statement.message}
              >
                {statement.file_url && <AnswerFile id={id} statementId={statement.id} />}
              </Statement>
            ))
          }
        </Loaded>
      </ol>
      {list.hasNextPage && (
        <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function nameOf(name: string, own: boolean): string {
  return own ? "You" : name;
}

interface StatementProps {
  who: string;
  staff?: boolean;
  own: boolean;
  at: string;
  message: string;
  /** Attachments. */
  children: ReactNode;
}

function Statement({ who, staff, own, at, message, children }: StatementProps) {
  return (
    <li className={cx("grid gap-2 rounded-s p-3", own ? "bg-leaf-soft" : "bg-sunk")}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
        <span className="font-semibold text-ink">{who}</span>
        {staff && <Badge tone="neutral">Staff</Badge>}
        <span className="num">{formatWhen(at)}</span>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{message}</p>
      {children}
    </li>
  );
}
