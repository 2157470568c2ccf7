import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a route change the focus goes to the new screen's heading, so that keyboard
 * and screen-reader users start there. Not on the first load, where the browser's own
 * order is right, nor when the new screen has focused one of its fields.
 */
export function FocusOnNavigation() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const main = document.querySelector<HTMLElement>("main");
    if (!main || main.contains(document.activeElement)) return;
    const target = main.querySelector<HTMLElement>("h1[tabindex]") ?? main;
    target.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
