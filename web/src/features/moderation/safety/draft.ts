import * as z from "zod/mini";
import type { Schemas } from "@/lib/api";
import { type DraftEntry, draftEntry } from "@/lib/drafts";

type OnlineSafety = Schemas["OnlineSafety"];
type Harm = Schemas["HarmToAssess"]["harm"];

export const LEVELS = ["negligible", "low", "medium", "high"] as const;

const draftSchema = z.object({
  responsible: z.string(),
  children: z.enum(["", "yes", "no"]),
  children_note: z.string(),
  risks: z.array(
    z.object({
      harm: z.string(),
      level: z.enum(["", ...LEVELS]),
      evidence: z.string(),
      measures: z.string(),
    }),
  ),
});

/** Values of the form of a risk assessment. */
export type Draft = z.infer<typeof draftSchema>;

/** Returns the values from which an assessment starts: those of the latest, or the proposals. */
export function startOf({ harms, latest }: OnlineSafety): Draft {
  const earlier = (harm: Harm) => latest?.risks.find((risk) => risk.harm === harm);
  return {
    responsible: latest?.responsible ?? "",
    children: latest ? (latest.children_likely ? "yes" : "no") : "",
    children_note: latest?.children_note ?? "",
    risks: harms.map(({ harm, measures }) => ({
      harm,
      level: earlier(harm)?.level ?? "",
      evidence: earlier(harm)?.evidence ?? "",
      measures: earlier(harm)?.measures ?? measures,
    })),
  };
}

/** Returns an admin's draft, kept in this tab over a reload. */
export function assessmentDraft(owner: string, safety: OnlineSafety): DraftEntry<Draft> {
  return draftEntry(`riskAssessment:${owner}`, draftSchema, startOf(safety));
}

/** Returns the body of the request. The harms are those of the form, in their order. */
export function bodyOf(
  { children, risks, ...rest }: Draft,
  harms: OnlineSafety["harms"],
): Schemas["NewRiskAssessment"] {
  return {
    ...rest,
    children_likely: children === "yes",
    risks: harms.map(({ harm }, place) => {
      const { level, evidence = "", measures = "" } = risks[place] ?? { level: "" };
      return { harm, level: level === "" ? "negligible" : level, evidence, measures };
    }),
  };
}
