import type { RouteObject } from "react-router";
import type { FeatureRoutes } from "../src/lib/routing.ts";

/** A lazily loaded screen of the client. */
export interface Screen {
  path: string;
  /** Whether it needs a session. */
  member: boolean;
  /** File with its code. */
  source: string;
}

const features = import.meta.glob<Record<string, FeatureRoutes>>("../src/features/*/routes.tsx", {
  eager: true,
});

/** The screens of all features. Their modules are replaced by stubs (`screens.ts`). */
export const screens: Screen[] = await Promise.all(
  Object.values(features)
    .flatMap((exported) => Object.values(exported))
    .flatMap(({ public: visitor = [], everyone = [], member = [] }) => [
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
