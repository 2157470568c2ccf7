import type { LucideIcon } from "lucide-react";
import type { RouteObject } from "react-router";
import type { Claims } from "./session";
import type { ModuleName } from "./site";

/**
 * Screens of a feature, available where its module is on. `public` screens stand under the public
 * header, `member` screens inside the signed-in shell, `everyone` screens in either, by session.
 */
export interface FeatureRoutes {
  /** The module, if the feature's folder is not named after it. */
  module?: ModuleName;
  public?: RouteObject[];
  member?: RouteObject[];
  everyone?: RouteObject[];
  nav?: NavEntry;
}

/** An entry of the side navigation and the bottom bar. It appears when its module is on. */
export interface NavEntry {
  to: string;
  /** Further paths of the entry, besides those below `to`. */
  also?: readonly string[];
  label: string;
  icon: LucideIcon;
  /** Position, smallest first. */
  order: number;
  /** Hook that returns the number of open items. */
  useCount?: () => number;
  /** Words after the number, for screen readers; 'to answer' if absent. */
  countWord?: string;
  /** Roles that see the entry; all if absent. */
  roles?: readonly Claims["role"][];
}
