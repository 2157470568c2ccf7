import { useEffect, useState } from "react";
import { useLive } from "@/lib/live";

/** Longer than the interval between typing signals. */
const SHOWN_MS = 5_000;

/** Returns whether the other person is typing; false once their message has arrived. */
export function useTyping(otherId: string, newest: number): boolean {
  const [signal, setSignal] = useState<{ at: number; newest: number }>();
  useLive("typing", ({ user_id }) => {
    if (user_id === otherId) setSignal({ at: Date.now(), newest });
  });
  useEffect(() => {
    if (!signal) return;
    const timer = setTimeout(() => setSignal(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [signal]);
  return signal !== undefined && signal.newest === newest;
}
