import { useEffect, useState } from "react";

const CONFIRMATION_MS = 2_000;

/**
 * Copies texts to the clipboard; `copied` is true for two seconds after each. `copy` is
 * undefined where the browser offers no clipboard, as on sites without https.
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
