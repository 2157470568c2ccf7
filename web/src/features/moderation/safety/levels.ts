import type { Schemas } from "@/lib/api";

/** Levels of risk in words. */
export const levelLabels: Record<Schemas["HarmRisk"]["level"], string> = {
  negligible: "Negligible",
  low: "Low",
  medium: "Medium",
  high: "High",
};
