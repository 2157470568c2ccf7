import type { Schemas } from "@/lib/api";

/** Cost of cancelling for the client after the provider has accepted; before that it is free. */
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
