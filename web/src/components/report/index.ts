export { ReportButton } from "./report-button";
export { ReportDialog } from "./report-dialog";
export type { ReportTarget } from "./target";
