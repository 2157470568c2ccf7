import { Flag } from "lucide-react";
import { useState } from "react";
import { Button } from "../button";
import { RequireModule } from "../require-module";
import { ReportDialog } from "./report-dialog";
import type { ReportTarget } from "./target";

interface ReportButtonProps {
  target: ReportTarget;
  label: string;
  /** Completes the label for screen readers, where there are several such buttons. */
  about?: string;
}

/** A 'Report' button for detail pages. */
export function ReportButton({ target, label, about }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <RequireModule name="moderation">
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        {label}
        {about && <span className="sr-only"> {about}</span>}
      </Button>
      {open && <ReportDialog open onOpenChange={setOpen} target={target} />}
    </RequireModule>
  );
}
