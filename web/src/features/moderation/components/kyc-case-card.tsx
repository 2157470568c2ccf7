import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { PersonLink } from "@/components/person-link";
import type { Schemas } from "@/lib/api";
import { formatAgoInSentence } from "@/lib/format";
import { documentName } from "@/lib/kyc";
import { ClaimLine } from "./claim-line";
import { KycCaseDialog } from "./kyc-case-dialog";

export type KycCase = Schemas["KycCase"];

const badges = {
  approved: { tone: "leaf", text: "Approved" },
  rejected: { tone: "danger", text: "Rejected" },
  pending: { tone: "spark", text: "Pending" },
} as const;

/** A member's document, with a button to view and decide. */
export function KycCaseCard({ item }: { item: KycCase }) {
  const [open, setOpen] = useState(false);
  const name = documentName(item.kyc_id_type);
  const { tone, text } = badges[item.approval_status];
  const waiting = item.approval_status === "pending";
  return (
    <Card className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="text-title">{name}</h3>
          <p className="text-small text-ink-2">
            <PersonLink id={item.name && item.user_id} className="font-semibold hover:underline">
              {item.name || "A former member"}
            </PersonLink>
            , {formatAgoInSentence(item.created_at)}
          </p>
        </div>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {item.rejection_reason && (
        <p className="rounded-s bg-sunk px-4 py-3">{item.rejection_reason}</p>
      )}
      {item.purged && <p className="text-small text-ink-2">The picture has been deleted.</p>}
      {waiting && <ClaimLine queue="papers" id={item.id} what={`${name} of ${item.name}`} />}
      {(waiting || item.document_url) && (
        <div className="flex justify-end">
          <Button size="small" variant={waiting ? "ink" : "quiet"} onClick={() => setOpen(true)}>
            {waiting ? "Review" : "View"}
            <span className="sr-only">
              {" "}
              {name} of {item.name}
            </span>
          </Button>
        </div>
      )}
      <KycCaseDialog item={item} open={open} onClose={() => setOpen(false)} />
    </Card>
  );
}
