import type { Schemas } from "@/lib/api";

/** The reported item, and the person it belongs to. */
export interface ReportTarget {
  subject: Exclude<Schemas["ReportSubject"], "safety">;
  id: string;
  /** Id of the person, or of the owner of the message, skill, need or review, unless they left. */
  personId?: string | undefined;
  firstname: string;
}
