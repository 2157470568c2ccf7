import { useEffect, useState } from "react";

const CONFIRMATION_MS = 2_000;

/**
 * Returns a function that copies text; `copied` is true for two seconds afterwards. `copy` is
 * undefined where the browser has no clipboard, as on sites without https.
 */
export function useCopy(): {
  copied: boolean;
  copy: ((text: string) => Promise<void>) | undefined;
} {
  const [copies, setCopies] = useState({ count: 0, shown: false });
  const { count, shown } = copies;
  useEffect(() => {
    if (count === 0) return;
    const timer = setTimeout(() => setCopies({ count, shown: false }), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [count]);
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    setCopies({ count: count + 1, shown: true });
  };
  return { copied: shown, copy: navigator.clipboard ? copy : undefined };
}
