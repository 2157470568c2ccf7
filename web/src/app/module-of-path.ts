import { matchPath, type RouteObject } from "react-router";
import type { ModuleName } from "@/lib/site";
import { features } from "./features";

/** Returns the name of the module whose screen is at `path`; undefined for other paths. */
export function moduleOfPath(path: string): ModuleName | undefined {
  const pathname = path.replace(/[?#].*/, "");
  const feature = features.find(({ member, everyone, public: open }) =>
    [member, everyone, open].some((routes) => routes && leadsTo(routes, pathname)),
  );
  return feature?.module as ModuleName | undefined;
}

function leadsTo(routes: readonly RouteObject[], pathname: string): boolean {
  return routes.some(
    ({ path, children }) =>
      (path !== undefined && matchPath(path, pathname) !== null) ||
      (children !== undefined && leadsTo(children, pathname)),
  );
}
