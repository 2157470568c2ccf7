import { Flag } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/lib/session";
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

/** A 'Report' button for detail pages; absent for a delegate, from whom no report is accepted. */
export function ReportButton({ target, label, about }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  const acting = useSession()?.acting;
  if (acting) return null;
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
