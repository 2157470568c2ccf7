import { clearFiles } from "@/lib/drafts";
import { clearStorage } from "@/lib/session";

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
