import type { Schemas } from "@/lib/api";
import type { Claims } from "@/lib/session";

export type Member = Schemas["Member"];

/** The member's name, or their address while they have none. */
export function nameOf({ firstname, lastname, email }: Member): string {
  return `${firstname} ${lastname}`.trim() || email;
}

/** Whether these staff may keep the member out and let them in: only admins do so with staff, nobody with themselves. */
export function maySuspend(staff: Claims, member: Member): boolean {
  return staff.id !== member.id && (staff.role === "admin" || member.role === "member");
}
