import type { Schemas } from "@/lib/api";

export type Report = Schemas["Report"];

export const reasonLabels: Record<Report["reason"], string> = {
  harassment: "Rude, threatening or hateful",
  scam: "Fraud, or asks for money outside this site",
  spam: "Advertising or spam",
  danger: "Dangerous, or against the law",
  indecent: "Sexual or indecent",
  fake: "Not who or what it claims to be",
  unsafe: "Did not feel safe",
  other: "Something else",
};

const subjects: Record<Report["subject"], string> = {
  message: "A message from",
  person: "",
  skill: "A skill of",
  need: "A need of",
  review: "A review by",
  safety: "How safe somebody felt with",
};

/** Returns the name of a person in a report. */
export function nameIn({ name }: Schemas["ReportPerson"]): string {
  return name ?? "A former member";
}

/** Returns `A message from Dev Kaur`. */
export function subjectOf({ subject, reported }: Report): string {
  const words = subjects[subject];
  return words ? `${words} ${nameIn(reported)}` : nameIn(reported);
}

/** Returns the decision as one line. */
export function decisionText(decision: Schemas["ReportDecision"]) {
  const { acted, warning } = decision;
  if (!acted) return "Dismissed";
  const done = [
    decision.message_removed && "message removed",
    decision.skill_taken_down && "skill taken down",
    decision.need_taken_down && "need taken down",
    decision.review_removed && "review removed",
    decision.profile_cleared && "profile cleared",
  ].filter(Boolean);
  // The reason for removing something is itself the warning.
  if (done.length === 0 && warning) done.push("warned");
  return done.length > 0 ? `Acted on: ${done.join(", ")}` : "Acted on";
}
