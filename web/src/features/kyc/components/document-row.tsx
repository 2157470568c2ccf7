import { FileCheck } from "lucide-react";
import { useState } from "react";
import { Dialog } from "@/components/overlay";
import { PrivateImage } from "@/components/private-image";
import { cx } from "@/lib/cx";
import { formatDayInSentence } from "@/lib/format";
import { documentKey, documentName, loadDocument } from "@/lib/kyc";
import type { KycDocument } from "../kinds";
import { StatusBadge } from "./status-badge";

interface DocumentRowProps {
  kycDocument: KycDocument;
  onAgain: () => void;
  onDelete: () => void;
}

/** An uploaded document with its review status. */
export function DocumentRow({ kycDocument, onAgain, onDelete }: DocumentRowProps) {
  const [viewing, setViewing] = useState(false);
  const name = documentName(kycDocument.kyc_id_type);
  const { approval_status: status, rejection_reason: reason } = kycDocument;
  return (
    <article className="grid gap-2 py-3">
      <div className="flex items-center gap-3">
        <FileCheck aria-hidden="true" className="hidden size-6 shrink-0 text-ink-3 sm:block" />
        <div className="min-w-0 flex-1">
          <h3 className="font-text text-body font-bold tracking-normal">{name}</h3>
          <p className="num text-small text-ink-2">
            Uploaded {formatDayInSentence(kycDocument.created_at)}
          </p>
        </div>
        <StatusBadge status={status} />
      </div>
      {status === "rejected" && reason && (
        <p className="rounded-s bg-danger-soft px-4 py-3 text-danger">
          <span className="font-semibold">Why: </span>
          {reason}
        </p>
      )}
      {kycDocument.purged && (
        <p className="text-small text-ink-2">
          The picture has been deleted for your safety. The decision stays.
        </p>
      )}
      <div className="flex flex-wrap gap-x-6">
        {kycDocument.document_url && (
          <button type="button" className={cx(link, "text-leaf")} onClick={() => setViewing(true)}>
            View<span className="sr-only"> {name}</span>
          </button>
        )}
        {status === "rejected" && (
          <button type="button" className={cx(link, "text-leaf")} onClick={onAgain}>
            Upload again
          </button>
        )}
        <button type="button" className={cx(link, "text-danger")} onClick={onDelete}>
          Delete<span className="sr-only"> {name}</span>
        </button>
      </div>
      <Dialog
        open={viewing}
        onOpenChange={setViewing}
        title={name}
        description="Opening it is recorded in the audit log."
      >
        <PrivateImage
          queryKey={documentKey(kycDocument.id)}
          load={(signal) => loadDocument(kycDocument.id, signal)}
          alt={`Your ${name.toLowerCase()}`}
        />
      </Dialog>
    </article>
  );
}

const link = "min-h-11 font-semibold hover:underline";
