import type { Schemas } from "@/lib/api";

/** The reported item, and the person it belongs to. */
export interface ReportTarget {
  subject: Schemas["ReportSubject"];
  id: string;
  /** Id of the person, or of the owner of the message, skill or need. */
  personId: string;
  firstname: string;
}
