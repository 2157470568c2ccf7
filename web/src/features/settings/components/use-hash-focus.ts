import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Focuses the switch in an element when the address's hash leads there. The element mounts with its
 * data, after the browser has looked for the target.
 */
export function useHashFocus(id: string): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${id}`) element.current?.querySelector<HTMLElement>("[role=switch]")?.focus();
  }, [hash, id]);
  return element;
}
