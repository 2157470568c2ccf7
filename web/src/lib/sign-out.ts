import { client } from "@/lib/api";
import { clearFiles } from "@/lib/drafts";
import { clearStorage } from "@/lib/session";

/** Ends the session on the server, and deletes all local data. */
export async function signOut(): Promise<void> {
  // An expired access token is renewed first. Logging out must also work without the server; the
  // session then expires by itself.
  await client.POST("/api/auth/logout").catch(() => undefined);
  leaveDevice();
}

/** Deletes all data of the signed-in person in this browser, and stops push messages to it. */
export function leaveDevice(): void {
  clearStorage();
  clearFiles();
  void forgetOffline();
}

/** Deletes the data kept for offline reading, and stops push notifications. */
async function forgetOffline(): Promise<void> {
  const [{ forgetLastSeen }, { leavePush }] = await Promise.all([
    import("@/lib/last-seen"),
    import("@/lib/push"),
  ]);
  await Promise.all([forgetLastSeen(), leavePush()]);
}
