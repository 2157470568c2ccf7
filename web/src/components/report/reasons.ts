import type { Schemas } from "@/lib/api";
import type { ReportTarget } from "./target";

export type Reason = Schemas["ReportReason"];

interface Choice {
  value: Reason;
  title: string;
}

const rude: Choice = { value: "harassment", title: "Rude, threatening or hateful" };
const fraud: Choice = { value: "scam", title: "Fraud, or asks for money outside this site" };
const spam: Choice = { value: "spam", title: "Advertising or spam" };
const danger: Choice = { value: "danger", title: "Dangerous, or against the law" };
const indecent: Choice = { value: "indecent", title: "Sexual or indecent" };
const fake = (title: string): Choice => ({ value: "fake", title });

/** Reasons that apply to each kind of item. */
const reasons: Record<ReportTarget["subject"], Choice[]> = {
  person: [rude, fraud, spam, danger, indecent, fake("Not who they claim to be")],
  skill: [fraud, spam, danger, indecent, fake("Not what it claims to be")],
  message: [rude, fraud, spam, danger, indecent],
  need: [rude, fraud, spam, danger, indecent],
  review: [rude, spam, indecent, fake("Not about what really happened")],
};

/** Returns the reasons to offer for `subject`; the last is always something else. */
export function reasonsFor(subject: ReportTarget["subject"]): Choice[] {
  return [...reasons[subject], { value: "other", title: "Something else" }];
}
