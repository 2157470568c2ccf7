import type { RouteObject } from "react-router";
import { features } from "../src/app/features.ts";

/** A lazily loaded screen of the client. */
export interface Screen {
  path: string;
  /** Whether it needs a session. */
  member: boolean;
  /** File with its code. */
  source: string;
}

/** The screens of all features. Their modules are replaced by stubs (`screens.ts`). */
export const screens: Screen[] = await Promise.all(
  features.flatMap(({ public: visitor = [], everyone = [], member = [] }) => [
    ...screensIn([...visitor, ...everyone], false),
    ...screensIn(member, true),
  ]),
);

function screensIn(routes: RouteObject[], member: boolean): Promise<Screen>[] {
  return routes.flatMap(({ path, lazy, children = [] }) => {
    const nested = screensIn(children, member);
    if (!path || typeof lazy !== "function") return nested;
    return [lazy().then((stub) => ({ path, member, ...(stub as { source: string }) })), ...nested];
  });
}
