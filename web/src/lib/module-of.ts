import { createContext, use } from "react";
import { useSite } from "./site";

/**
 * Function that returns the name of the module whose screen is at a path; undefined for other
 * paths. The app sets it, since shared code does not know the features.
 */
export const ModuleOfContext = createContext<(path: string) => string | undefined>(() => undefined);

/** Returns whether the screen at `path` belongs to a module that is switched off. */
export function useSwitchedOff(path: string): boolean {
  const module = use(ModuleOfContext)(path);
  const modules = useSite().data?.modules;
  return module !== undefined && modules !== undefined && !modules.includes(module);
}
