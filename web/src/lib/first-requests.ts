import type { Schemas } from "./api";
import type { ReadPath } from "./api/unwrap";

/*
 * Requests that are sent before the client's code has loaded. A feature declares those of its
 * screens in `src/features/<module>/first-requests.ts`:
 *
 *   export const firstRequests: FirstRequests = {
 *     "/messages": { send: ({ askOf }) => askOf("chat", at("/api/message/unread")) },
 *   };
 *
 * by the screen's path; the screen's own code takes the preloaded responses. These files become part
 * of a small script of their own, so they import nothing else that runs.
 */

/** First requests of screens, by path. */
export type FirstRequests = Record<string, ScreenRequests>;

interface ScreenRequests {
  send: (visit: Visit, profile: Promise<Schemas["Profile"] | undefined>) => void;
  /** The screen begins with pictures of categories. */
  pictured?: boolean;
}

/** Sends a GET request and returns the response's `data`, or undefined without one. */
export type Ask = <Data = unknown>(address: string) => Promise<Data | undefined>;

/** The current visit, as known before any other code has run. */
export interface Visit {
  /** Values of the path's parameters, such as `id` in `/user-profile/:id`. */
  params: Record<string, string>;
  search: string;
  /** Id of the signed-in person. */
  me: string;
  ask: Ask;
  /** Sends the request if the site has the module switched on. */
  askOf: <Data = unknown>(module: string, address: string) => Promise<Data | undefined>;
  /** Fetches a picture that will be shown. */
  picture: (file: string | null | undefined) => void;
}

/** Returns an API path with its parameters filled in. */
export function at(path: ReadPath, values: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
