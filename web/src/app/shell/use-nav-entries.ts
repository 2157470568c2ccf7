import { useLocation } from "react-router";
import type { NavEntry } from "@/lib/routing";
import { useSession } from "@/lib/session";
import { useSite } from "@/lib/site";
import { navEntries } from "../features";

/** The entries whose module is on and that this person may see; `current` is the one whose screen it is. */
export function useNavEntries(): (NavEntry & { current: boolean })[] {
  const { pathname } = useLocation();
  const modules = useSite().data?.modules ?? [];
  const role = useSession()?.claims.role ?? "member";
  return navEntries
    .filter((entry) => modules.includes(entry.module) && (entry.roles?.includes(role) ?? true))
    .map((entry) => ({
      ...entry,
      current: [entry.to, ...(entry.also ?? [])].some((at) => `${pathname}/`.startsWith(`${at}/`)),
    }));
}
