import { useEffect, useState } from "react";
import { useLive } from "@/lib/live";

/** Who is still writing says so again before this time is over. */
const SHOWN_MS = 5_000;

/** Whether the other person is writing; not any more once something of theirs has come. */
export function useTyping(otherId: string, newest: number): boolean {
  const [told, setTold] = useState<{ at: number; newest: number }>();
  useLive("typing", ({ user_id }) => {
    if (user_id === otherId) setTold({ at: Date.now(), newest });
  });
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told]);
  return told !== undefined && told.newest === newest;
}
