import type { Schemas } from "@/lib/api";

/** What cancelling costs the client once the provider has accepted; before that it never costs anything. */
export const policies: Record<
  Schemas["Skill"]["cancellation_policy"],
  { name: string; text: string }
> = {
  flexible: {
    name: "Flexible",
    text: "Cancel at any time before it starts and you get everything back.",
  },
  moderate: {
    name: "Moderate",
    text: "Cancel at least 24 hours before and you get everything back; later, half.",
  },
  strict: {
    name: "Strict",
    text: "Cancel at least 72 hours before and you get everything back; later, half.",
  },
};
