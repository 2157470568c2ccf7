import { useRef, useState } from "react";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { messageOf } from "@/lib/api";
import { documentName } from "@/lib/kyc";
import { useDocuments, useRemoveDocument } from "../api/use-documents";
import { type DocumentKind, type KycDocument, messages } from "../kinds";
import { DocumentRow } from "./document-row";

interface DocumentListProps {
  kind: DocumentKind;
  /** Starts another upload in place of a rejected document. */
  onAgain: (kycDocument: KycDocument) => void;
  onDeleted: () => void;
}

/** The uploaded documents of one kind. */
export function DocumentList({ kind, onAgain, onDeleted }: DocumentListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const documents = useDocuments(kind);
  const [deleting, setDeleting] = useState<KycDocument | null>(null);
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-title">
        Uploaded so far
      </h2>
      <Loaded
        query={documents}
        error={messages[kind].listFailed}
        skeleton={
          <SkeletonList count={1}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={<p className="mt-2 text-ink-2">Nothing yet. Choose a picture above.</p>}
      >
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((kycDocument) => (
              <li key={kycDocument.id}>
                <DocumentRow
                  kycDocument={kycDocument}
                  onAgain={() => onAgain(kycDocument)}
                  onDelete={() => setDeleting(kycDocument)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <DeleteDialog
        kind={kind}
        kycDocument={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          setDeleting(null);
          // The button that opened the dialog is gone.
          requestAnimationFrame(() => heading.current?.focus());
          onDeleted();
        }}
      />
    </Card>
  );
}

interface DeleteDialogProps {
  kind: DocumentKind;
  /** Document to delete; null closes the dialog. */
  kycDocument: KycDocument | null;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ kind, kycDocument, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useRemoveDocument(kind, onDeleted);
  const name = kycDocument ? documentName(kycDocument.kyc_id_type).toLowerCase() : "";
  return (
    <ConfirmDialog
      open={kycDocument !== null}
      onOpenChange={() => {
        remove.reset();
        onClose();
      }}
      title={`Delete this ${name}?`}
      description={
        kycDocument?.approval_status === "approved"
          ? "It was approved: without it you are no longer verified. This can't be undone."
          : "This can't be undone."
      }
      cancelLabel="Keep it"
      confirmLabel="Delete"
      variant="danger"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error, messages[kind].deleteFailed) : undefined}
      onConfirm={() => kycDocument && remove.mutate({ params: { path: { id: kycDocument.id } } })}
    />
  );
}
