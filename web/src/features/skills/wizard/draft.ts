import * as z from "zod/mini";
import { type DraftEntry, draftEntry } from "@/lib/drafts";
import { LEVELS } from "@/lib/format";
import { DEFAULT_RATE, isRate } from "../rate";

export const STEPS = ["Skill", "Experience level", "Description", "Hourly rate", "Images"] as const;

export const MAX_DESCRIPTION = 2000;

const draftSchema = z.object({
  skill: z.string(),
  /** A name of their own, which an admin has to approve. */
  custom: z.boolean(),
  level: z.nullable(z.enum(LEVELS)),
  description: z.string(),
  rate: z.string(),
  policy: z.enum(["flexible", "moderate", "strict"]),
  /** The name that the images are saved under; empty before there are any. */
  images: z.string(),
});

/** A skill that is being added. */
export type Draft = z.infer<typeof draftSchema>;

export const emptyDraft: Draft = {
  skill: "",
  custom: false,
  level: null,
  description: "",
  rate: DEFAULT_RATE,
  policy: "flexible",
  images: "",
};

/** One person's new skill, as this tab had it before a reload. */
export function skillDraft(owner: string): DraftEntry<Draft> {
  return draftEntry(`skillDraft:${owner}`, draftSchema, emptyDraft);
}

/** Whether a step has what it asks for; images may be left out. */
export function isComplete(draft: Draft, step: number): boolean {
  const needs = [
    draft.skill.trim() !== "",
    draft.level !== null,
    draft.description.trim() !== "" && draft.description.length <= MAX_DESCRIPTION,
    isRate(draft.rate),
  ];
  return needs[step] ?? true;
}

/** The step to show: the one asked for (from 1, as in the URL), but not beyond the first incomplete one. */
export function reachableStep(draft: Draft, asked: string | null): number {
  const wanted = Math.min(Math.max(Number(asked) - 1 || 0, 0), STEPS.length - 1);
  const missing = STEPS.findIndex((_, step) => !isComplete(draft, step));
  return missing === -1 ? wanted : Math.min(wanted, missing);
}
