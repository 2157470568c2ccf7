/*
 * What `src/app/early/start.ts` has asked for while the code was on its way. Each answer is
 * handed out once, to whoever would have asked the same in the same name.
 */

/** Answers that are on their way, by path and query; null where something went wrong. */
export interface Early {
  answers: Map<string, Promise<Response | null>>;
  /** The header that they were asked with. */
  authorization: string | null;
  /** When they were asked for, on the clock of the page. */
  at: number;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** An answer of this age is asked for anew. */
const MAX_AGE_MS = 30_000;

/** The answer to this request, if it has been asked for already. */
export async function takeEarly(request: Request): Promise<Response | null> {
  const { early } = window;
  if (!early || request.method !== "GET") return null;
  const { pathname, search } = new URL(request.url);
  const answer = early.answers.get(pathname + search);
  early.answers.delete(pathname + search);
  const same = request.headers.get("Authorization") === early.authorization;
  const fresh = performance.now() - early.at < MAX_AGE_MS;
  return (answer && same && fresh && (await answer)) || null;
}
