import { ownKey } from "@/lib/session";

/** Steps of the set-up, in order. */
export const STEPS = ["name", "payment", "joining", "mail", "address", "finish"] as const;

export type Step = (typeof STEPS)[number];

export const TITLES: Record<Step, string> = {
  name: "Name, town and contact",
  payment: "How neighbours pay each other",
  joining: "Who may join",
  mail: "Do emails arrive?",
  address: "The address of your site",
  finish: "Ready for your neighbours",
};

const NAME = "setUpStep";

export function isStep(text: string | null): text is Step {
  return STEPS.includes(text as Step);
}

/** Returns the step at which the admin was in this browser, or the first. */
export function rememberedStep(): Step {
  const stored = localStorage.getItem(ownKey(NAME));
  return isStep(stored) ? stored : STEPS[0];
}

export function rememberStep(step: Step): void {
  localStorage.setItem(ownKey(NAME), step);
}

export function forgetStep(): void {
  localStorage.removeItem(ownKey(NAME));
}
