/*
 * Responses to the requests that `src/app/preload/start.ts` sent before the code had loaded. Each is
 * handed out once, to an equal request with the same authorisation.
 */

/** Pending responses by path and query; null after a failure. */
export interface Preloaded {
  answers: Map<string, Promise<Response | null>>;
  /** Authorization header of the requests. */
  authorization: string | null;
  /** Time of the requests, on the clock of `performance.now()`. */
  at: number;
}

declare global {
  interface Window {
    preloaded?: Preloaded;
  }
}

/** Age at which a response is requested anew. */
const MAX_AGE_MS = 30_000;

/** Returns the preloaded response to this request, if there is one. */
export async function takePreloaded(request: Request): Promise<Response | null> {
  const { preloaded } = window;
  if (!preloaded || request.method !== "GET") return null;
  const { pathname, search } = new URL(request.url);
  const answer = preloaded.answers.get(pathname + search);
  preloaded.answers.delete(pathname + search);
  const same = request.headers.get("Authorization") === preloaded.authorization;
  const fresh = performance.now() - preloaded.at < MAX_AGE_MS;
  return (answer && same && fresh && (await answer)) || null;
}
