import { onDemand } from "../overlay";
import type { ReportDialogProps } from "./report-sheet";

/** Asks for the reason, and reports something to the moderators. */
export const ReportDialog = onDemand<ReportDialogProps>(async () => {
  const { ReportSheet } = await import("./report-sheet");
  return ReportSheet;
});
