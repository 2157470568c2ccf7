/** Of browsers that do not tell when they are idle. */
const AFTER_PAINT_MS = 500;

/** Does something once the page stands. Returns what calls it off. */
export function whenIdle(task: () => void): () => void {
  if (window.requestIdleCallback) {
    const id = window.requestIdleCallback(task, { timeout: 2_000 });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(task, AFTER_PAINT_MS);
  return () => clearTimeout(timer);
}
