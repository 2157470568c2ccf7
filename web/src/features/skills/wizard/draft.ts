import * as z from "zod/mini";
import { type DraftEntry, draftEntry } from "@/lib/drafts";
import { LEVELS } from "@/lib/format";
import { DEFAULT_RATE, isRate } from "../rate";

export const STEPS = ["Skill", "Experience level", "Description", "Hourly rate", "Images"] as const;

export const MAX_DESCRIPTION = 2000;

const draftSchema = z.object({
  skill: z.string(),
  /** Whether the name is outside the catalogue, which an admin has to approve. */
  custom: z.boolean(),
  level: z.nullable(z.enum(LEVELS)),
  description: z.string(),
  rate: z.string(),
  policy: z.enum(["flexible", "moderate", "strict"]),
  /** Name under which the images are saved; empty before there are any. */
  images: z.string(),
});

/** Draft of a new skill. */
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

/** A skill that the address fills in, for a need on the board. */
export interface FilledSkill {
  /** Id of the need. */
  need: string;
  /** Title of a category. */
  skill: string;
  about: string;
}

/** Returns what the address fills in (`?need=&skill=&about=`). */
export function filledSkill(params: URLSearchParams): FilledSkill | undefined {
  const [need, skill, about] = ["need", "skill", "about"].map((name) => params.get(name) ?? "");
  return need && skill && about ? { need, skill, about } : undefined;
}

/**
 * Returns one person's draft of a new skill, kept in this tab over a reload. One that is filled in is
 * a draft of its own, complete but for pictures.
 */
export function skillDraft(owner: string, filled?: FilledSkill): DraftEntry<Draft> {
  if (!filled) return draftEntry(`skillDraft:${owner}`, draftSchema, emptyDraft);
  const { need, skill, about } = filled;
  const description = about.slice(0, MAX_DESCRIPTION);
  const begun = { ...emptyDraft, skill, level: "intermediate" as const, description };
  return draftEntry(`skillDraft:${owner}:${need}`, draftSchema, begun);
}

/** Checks whether a step is complete; images are optional. */
export function isComplete(draft: Draft, step: number): boolean {
  const needs = [
    draft.skill.trim() !== "",
    draft.level !== null,
    draft.description.trim() !== "" && draft.description.length <= MAX_DESCRIPTION,
    isRate(draft.rate),
  ];
  return needs[step] ?? true;
}

/** Returns the requested step (from 1, as in the URL), or the first incomplete one before it. */
export function reachableStep(draft: Draft, stepParam: string | null): number {
  const requested = Math.min(Math.max(Number(stepParam) - 1 || 0, 0), STEPS.length - 1);
  const missing = STEPS.findIndex((_, step) => !isComplete(draft, step));
  return missing === -1 ? requested : Math.min(requested, missing);
}
