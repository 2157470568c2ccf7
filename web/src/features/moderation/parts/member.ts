import type { Schemas } from "@/lib/api";

export type Member = Schemas["Member"];

/** The member's name, or their address while they have none. */
export function nameOf({ firstname, lastname, email }: Member): string {
  return `${firstname} ${lastname}`.trim() || email;
}
