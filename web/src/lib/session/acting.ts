/** Member for whom the signed-in person acts, as their delegate. */
export interface Acting {
  id: string;
  name: string;
}

/** Storage key; shared by all tabs, so that each of them shows the same member. */
export const ACTING_KEY = "actingFor";

/** Returns the member stored as `text`, or null. */
export function parseActing(text: string | null): Acting | null {
  if (!text) return null;
  try {
    const { id, name } = JSON.parse(text) as Partial<Acting>;
    return typeof id === "string" && id !== "" ? { id, name: String(name ?? "") } : null;
  } catch {
    return null;
  }
}
