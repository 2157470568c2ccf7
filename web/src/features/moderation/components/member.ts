import type { Schemas } from "@/lib/api";
import type { Claims } from "@/lib/session";

export type Member = Schemas["Member"];

/** Returns the member's name, or their address without one. */
export function nameOf({ firstname, lastname, email }: Member): string {
  return `${firstname} ${lastname}`.trim() || email;
}

/** Checks whether staff may suspend a member: only admins suspend staff, nobody themselves. */
export function maySuspend(staff: Claims, member: Member): boolean {
  return staff.id !== member.id && (staff.role === "admin" || member.role === "member");
}

/** Checks whether an admin may delete an account: not their own, an admin's or an applicant's. */
export function mayDelete(admin: Claims, member: Member): boolean {
  return admin.id !== member.id && member.role !== "admin" && member.status !== "pending";
}
