import { ArrowRight, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { CountBadge } from "@/components/badge";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { Loading, Skeleton } from "@/components/skeleton";
import type { Schemas } from "@/lib/api";
import { type Queue, useWaiting } from "../api/use-waiting";

/** Queues in order of urgency, with singular and plural names. */
const queues: { queue: Queue; to: string; one: string; many: string }[] = [
  { queue: "disputes", to: "/admin/disputes", one: "dispute", many: "disputes" },
  { queue: "reports", to: "/admin/reports", one: "report by a member", many: "reports by members" },
  { queue: "appeals", to: "/admin/appeals", one: "appeal", many: "appeals" },
  {
    queue: "posts",
    to: "/admin/posts",
    one: "first post to look at",
    many: "first posts to look at",
  },
  { queue: "messages", to: "/admin/contact", one: "contact message", many: "contact messages" },
  {
    queue: "applicants",
    to: "/admin/members?status=pending",
    one: "person who asks to join",
    many: "people who ask to join",
  },
  {
    queue: "documents",
    to: "/admin/identity",
    one: "identity document",
    many: "identity documents",
  },
  { queue: "skills", to: "/admin/skills", one: "suggested skill", many: "suggested skills" },
  {
    queue: "withdrawals",
    to: "/admin/withdrawals",
    one: "withdrawal to pay",
    many: "withdrawals to pay",
  },
  { queue: "tasks", to: "/admin#tasks", one: "task about a member", many: "tasks about members" },
  { queue: "cash_ins", to: "/admin/cash", one: "payment in cash", many: "payments in cash" },
];

/** Number of pending decisions in each queue. */
export function WaitingList() {
  return (
    <Card>
      <section aria-labelledby="waiting" className="grid gap-2">
        <h2 id="waiting" className="text-title">
          Waiting for you
        </h2>
        <Loaded query={useWaiting()} skeleton={<WaitingSkeleton />}>
          {(waiting) => <Queues waiting={waiting} />}
        </Loaded>
      </section>
    </Card>
  );
}

function Queues({ waiting }: { waiting: Schemas["Waiting"] }) {
  const shown = queues.filter(({ queue }) => (waiting[queue] ?? 0) > 0);
  if (shown.length === 0) {
    return (
      <p className="flex min-h-12 items-center gap-2 text-ink-2">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />
        Nothing is waiting.
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {shown.map(({ queue, to, one, many }) => (
        <li key={queue}>
          <Link to={to} className="flex min-h-12 items-center gap-3 font-semibold hover:underline">
            <CountBadge count={waiting[queue] ?? 0} />
            <span>
              <span className="sr-only">{waiting[queue]} </span>
              {waiting[queue] === 1 ? one : many}
            </span>
            <ArrowRight aria-hidden="true" className="ml-auto size-5 shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function WaitingSkeleton() {
  return (
    <Loading>
      <div className="flex min-h-12 items-center">
        <Skeleton className="h-4 w-3/5" />
      </div>
    </Loading>
  );
}
