import { useRef, useState } from "react";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { ConfirmDialog } from "@/components/overlay";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { messageOf } from "@/lib/api";
import { paperName } from "@/lib/kyc";
import { type Kind, type KycDocument, words } from "../kinds";
import { usePapers, useRemovePaper } from "../use-papers";
import { PaperRow } from "./paper-row";

interface PaperListProps {
  kind: Kind;
  /** Begins the upload of another one in place of a rejected one. */
  onAgain: (paper: KycDocument) => void;
  onDeleted: () => void;
}

/** The papers of one kind that were uploaded so far. */
export function PaperList({ kind, onAgain, onDeleted }: PaperListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const papers = usePapers(kind);
  const [deleting, setDeleting] = useState<KycDocument | null>(null);
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-title">
        Uploaded so far
      </h2>
      <Loaded
        query={papers}
        error={words[kind].listFailed}
        skeleton={
          <SkeletonList count={1}>
            <SkeletonRow />
          </SkeletonList>
        }
        empty={<p className="mt-2 text-ink-2">Nothing yet. Choose a picture above.</p>}
      >
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((paper) => (
              <li key={paper.id}>
                <PaperRow
                  paper={paper}
                  onAgain={() => onAgain(paper)}
                  onDelete={() => setDeleting(paper)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <DeleteDialog
        kind={kind}
        paper={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          setDeleting(null);
          // The button that led here is gone.
          requestAnimationFrame(() => heading.current?.focus());
          onDeleted();
        }}
      />
    </Card>
  );
}

interface DeleteDialogProps {
  kind: Kind;
  /** What is to be deleted; none closes the dialog. */
  paper: KycDocument | null;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ kind, paper, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useRemovePaper(kind, onDeleted);
  const name = paper ? paperName(paper.kyc_id_type).toLowerCase() : "";
  return (
    <ConfirmDialog
      open={paper !== null}
      onOpenChange={() => {
        remove.reset();
        onClose();
      }}
      title={`Delete this ${name}?`}
      description={
        paper?.approval_status === "approved"
          ? "It was approved: without it you are no longer verified. This can't be undone."
          : "This can't be undone."
      }
      cancelLabel="Keep it"
      confirmLabel="Delete"
      variant="danger"
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error, words[kind].deleteFailed) : undefined}
      onConfirm={() => paper && remove.mutate({ params: { path: { id: paper.id } } })}
    />
  );
}
