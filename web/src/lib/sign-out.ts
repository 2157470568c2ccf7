import { client } from "@/lib/api";
import { leaveDevice } from "@/lib/leave-device";

/** Ends the session on the server, and deletes all local data. */
export async function signOut(): Promise<void> {
  // An expired access token is renewed first. Logging out must also work without the server; the
  // session then expires by itself.
  await client.POST("/api/auth/logout").catch(() => undefined);
  leaveDevice();
}
