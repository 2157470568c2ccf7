import { createContext, use } from "react";
import { type ModuleName, useModule } from "./site";

/**
 * Function that returns the name of the module whose screen is at a path; undefined for other
 * paths. The app sets it, since shared code does not know the features.
 */
export const ModuleOfPathContext = createContext<(path: string) => ModuleName | undefined>(
  () => undefined,
);

/** Returns whether the screen at `path` belongs to a module that is switched off. */
export function useSwitchedOff(path: string): boolean {
  return useModule(use(ModuleOfPathContext)(path)) === false;
}
