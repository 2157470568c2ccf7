import type { ReactNode } from "react";
import { type ModuleName, useModule } from "@/lib/site";

interface RequireModuleProps {
  name: ModuleName;
  children: ReactNode;
  /** Shown when the module is off; nothing by default. */
  fallback?: ReactNode;
}

/** Shows its children only where a module is installed and on. */
export function RequireModule({ name, children, fallback = null }: RequireModuleProps) {
  const on = useModule(name);
  if (on === undefined) return null;
  return on ? children : fallback;
}
