import type { LucideIcon } from "lucide-react";
import type { RouteObject } from "react-router";
import type { Claims } from "./session";
import type { ModuleName } from "./site";

/**
 * The screens a feature adds, where its module is on: `public` under the public header,
 * `member` inside the signed-in shell, `everyone` in whichever of the two the person has.
 */
export interface FeatureRoutes {
  module: ModuleName;
  public?: RouteObject[];
  member?: RouteObject[];
  everyone?: RouteObject[];
}

/** An entry of the side navigation and the bottom bar. It appears when its module is on. */
export interface NavEntry {
  module: ModuleName;
  to: string;
  /** Where else its screens are, besides what is below `to`. */
  also?: readonly string[];
  label: string;
  icon: LucideIcon;
  /** Position, smallest first. */
  order: number;
  /** How much there waits for the person's answer; a hook. */
  useCount?: () => number;
  /** What is said of that number; 'to answer' when absent. */
  countWord?: string;
  /** Who sees it; everybody when absent. */
  roles?: readonly Claims["role"][];
}
