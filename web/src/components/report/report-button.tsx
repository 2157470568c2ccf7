import { Flag } from "lucide-react";
import { useState } from "react";
import { Button } from "../button";
import { RequireModule } from "../require-module";
import { ReportDialog } from "./report-dialog";
import type { ReportTarget } from "./target";

/** A 'Report' button for detail pages. */
export function ReportButton({ target, label }: { target: ReportTarget; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <RequireModule name="moderation">
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        {label}
      </Button>
      {open && <ReportDialog open onOpenChange={setOpen} target={target} />}
    </RequireModule>
  );
}
