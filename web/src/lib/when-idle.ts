/** Wait in browsers without idle callbacks. */
const AFTER_PAINT_MS = 500;

/** Runs a task once the page is idle; returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (window.requestIdleCallback) {
    const id = window.requestIdleCallback(task, { timeout: 2_000 });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(task, AFTER_PAINT_MS);
  return () => clearTimeout(timer);
}
