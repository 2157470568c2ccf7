import { useEffect, useState } from "react";
import { useLive } from "@/lib/live";

/** Longer than the interval between typing signals. */
const SHOWN_MS = 5_000;

/** Returns whether the other person is typing; false once their message has arrived. */
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
