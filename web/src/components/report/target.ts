import type { Schemas } from "@/lib/api";

/** What is reported, and whose it is. */
export interface ReportTarget {
  subject: Schemas["ReportSubject"];
  id: string;
  /** The person, or whose message or skill it is. */
  personId: string;
  firstname: string;
}
