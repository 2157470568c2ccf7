import { Scale } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { toast } from "@/components/toast";
import { api, type Schemas, usePages, useQueryCache } from "@/lib/api";
import { AppealForm } from "../appeal/appeal-form";
import { DecisionText, decisionTitle } from "../appeal/decision";

/** Decisions of staff about the member, and their appeals. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Decisions" back="/settings">
        What moderators and admins have decided about your account, profile, messages, skills,
        needs, reviews and documents. You can appeal once against each, for 30 days.
      </PageHeader>
      <PagedList
        list={usePages("/api/decisions", {})}
        placeholders={2}
        cards
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<Scale />} title="No decisions about you">
            If something of yours is taken down, you read why here.
          </EmptyState>
        }
      >
        {(decision) => <DecisionCard decision={decision} />}
      </PagedList>
    </div>
  );
}

function DecisionCard({ decision }: { decision: Schemas["Decision"] }) {
  const [appealing, setAppealing] = useState(false);
  const cache = useQueryCache();
  const send = api.useMutation("post", "/api/decisions/{id}/appeal", {
    onSuccess: () => toast.success("We have your appeal"),
    onSettled: () => cache.invalidate("/api/decisions"),
  });
  const until = decision.appeal_until;
  return (
    <Card className="grid gap-3">
      <h2 className="text-title wrap-anywhere">{decisionTitle(decision)}</h2>
      <DecisionText decision={decision} />
      {until && !appealing && (
        <Button size="small" className="justify-self-end" onClick={() => setAppealing(true)}>
          Appeal
        </Button>
      )}
      {until && appealing && (
        <AppealForm
          until={until}
          busy={send.isPending}
          send={(text) =>
            send.mutateAsync({ params: { path: { id: decision.id } }, body: { text } })
          }
        />
      )}
    </Card>
  );
}
