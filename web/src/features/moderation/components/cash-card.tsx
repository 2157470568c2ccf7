import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { FormMessage } from "@/components/form";
import { PersonLink } from "@/components/person-link";
import { toast } from "@/components/toast";
import { api, messageOf, type Schemas, useQueryCache } from "@/lib/api";
import { formatAgoInSentence, formatMoney, formatWhen } from "@/lib/format";
import { useSession } from "@/lib/session";

const badges = {
  recorded: { tone: "leaf", text: "Recorded" },
  approved: { tone: "leaf", text: "Approved" },
  refused: { tone: "danger", text: "Refused" },
  lapsed: { tone: "danger", text: "Lapsed" },
  pending: { tone: "spark", text: "Waiting" },
} as const;

/** Cash that needs a second admin's approval, with the decision while pending. */
export function CashCard({ item }: { item: Schemas["CashInRequest"] }) {
  const { tone, text } = badges[item.status];
  return (
    <Card className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="num text-title">
            {formatMoney(item.amount)} for{" "}
            <PersonLink id={item.name && item.user_id}>{item.name || "a former member"}</PersonLink>
          </h3>
          <p className="text-small text-ink-2">
            {item.asked_by_name || "A former admin"}, {formatAgoInSentence(item.created_at)}
          </p>
        </div>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="rounded-s bg-sunk px-4 py-3">{item.note}</p>
      {item.decided_by_name && (
        <p className="text-small text-ink-2">Decided by {item.decided_by_name}.</p>
      )}
      {item.status === "pending" && <Decision item={item} />}
    </Card>
  );
}

function Decision({ item }: { item: Schemas["CashInRequest"] }) {
  const cache = useQueryCache();
  const own = useSession()?.claims.id === item.asked_by;
  const decide = api.useMutation("put", "/api/admin/wallet/cash-in/{id}/{decision}", {
    onSuccess: (_, { params }) => {
      const done = params.path.decision === "approve" ? "approved" : own ? "withdrawn" : "refused";
      toast.success(`${formatMoney(item.amount)} for ${item.name} ${done}`);
    },
    // Somebody else may have been faster: reload the current state.
    onSettled: () => {
      cache.invalidate("/api/admin/wallet/cash-in", "/api/admin/waiting", "/api/admin/audit");
    },
  });
  const make = (decision: "approve" | "refuse") =>
    decide.mutate({ params: { path: { id: item.id, decision } } });
  const chosen = decide.variables?.params.path.decision;
  return (
    <>
      <p className="text-small text-ink-2">
        {item.may_approve
          ? "Approve it only if you know that the cash was received."
          : "Another admin has to approve it."}{" "}
        It lapses {formatWhen(item.lapses_at)}.
      </p>
      <FormMessage>{decide.error ? messageOf(decide.error) : undefined}</FormMessage>
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          size="small"
          variant="quiet"
          busy={decide.isPending && chosen === "refuse"}
          onClick={() => make("refuse")}
        >
          {own ? "Withdraw" : "Refuse"}
        </Button>
        {item.may_approve && (
          <Button
            size="small"
            busy={decide.isPending && chosen === "approve"}
            onClick={() => make("approve")}
          >
            Approve
          </Button>
        )}
      </div>
    </>
  );
}
