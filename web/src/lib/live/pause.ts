/** Waits; resolves to true if ended early by the network, the page's visibility or the signal. */
export function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (early: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", look);
      signal?.removeEventListener("abort", wake);
      resolve(early);
    };
    const wake = () => done(true);
    const look = () => {
      if (!document.hidden) done(true);
    };
    const timer = setTimeout(() => done(false), ms);
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", look);
    signal?.addEventListener("abort", wake);
  });
}
