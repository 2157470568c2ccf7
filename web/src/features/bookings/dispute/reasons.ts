/** Preset reasons of a client; the first fits most disputes. */
const CLIENT_REASONS = [
  "The service was not rendered",
  "The work is not finished",
  "The work is not what we agreed",
  "Something was damaged",
] as const;

const PROVIDER_REASONS = [
  "The service was not rendered",
  "Nobody was there to let me in",
  "The work was not what we agreed",
  "I did not feel safe there",
] as const;

/** Returns the preset reasons for the viewer's side of a booking. */
export function reasonsFor(mine: boolean): readonly string[] {
  return mine ? CLIENT_REASONS : PROVIDER_REASONS;
}

/** Checks whether a message contains a reason as a line of its own. */
export function hasReason(message: string, reason: string): boolean {
  return message.split("\n").includes(reason);
}

/** Adds a reason as the message's first line, or removes it; the rest stays. */
export function toggleReason(message: string, reason: string): string {
  if (!hasReason(message, reason)) return message.trim() ? `${reason}\n${message}` : reason;
  return message
    .split("\n")
    .filter((line) => line !== reason)
    .join("\n");
}
