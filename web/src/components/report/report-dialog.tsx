import { onDemand } from "../overlay";
import type { ReportDialogProps } from "./report-sheet";

/** Asks what is wrong with something, and reports it to the moderators. */
export const ReportDialog = onDemand<ReportDialogProps>(async () => {
  const { ReportSheet } = await import("./report-sheet");
  return ReportSheet;
});
