import type { Schemas } from "@/lib/api";
import { MAX_HOURS } from "./schema";

/** Returns the beginning of a request for a need: its words, and the hours for which its sparks pay. */
export function filledFor(need: Schemas["Need"], skill: Pick<Schemas["Skill"], "spark_token">) {
  const description = [need.title, need.text].filter(Boolean).join("\n\n");
  return {
    need: need.id,
    values: { description, hours: hoursFor(need.tokens, skill.spark_token) },
  };
}

/** Returns the hours nearest to a number of sparks, as far as a booking allows. */
export function hoursFor(sparks: number, sparksAnHour: number): number {
  if (sparks <= 0 || sparksAnHour <= 0) return 1;
  return Math.min(Math.max(Math.round(sparks / sparksAnHour), 1), MAX_HOURS);
}
