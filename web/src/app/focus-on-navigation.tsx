import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusScreen } from "./keep-focus";

/**
 * Focuses the new screen's heading after a route change, so that keyboard and screen-reader users
 * start there. Does nothing on the first load, where the browser's own order is right, or when the
 * new screen has focused one of its fields. A link to a section of the page focuses that section's
 * heading.
 */
export function FocusOnNavigation() {
  const { pathname, hash, key } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const main = document.querySelector<HTMLElement>("main");
    if (!main || main.contains(document.activeElement)) return;
    focusScreen(main);
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again moves the focus again
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null;
    section?.querySelector<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
  }, [hash, key]);
  return null;
}
