import { useLocation } from "react-router";
import type { NavEntry } from "@/lib/routing";
import { useSession } from "@/lib/session";
import { useSite } from "@/lib/site";
import { isForDelegates } from "../acting/paths";
import { navEntries } from "../features";

/** Returns the entries that the person may see; `current` marks the one of this screen. */
export function useNavEntries(): (NavEntry & { current: boolean })[] {
  const { pathname } = useLocation();
  const modules = useSite().data?.modules ?? [];
  const session = useSession();
  const role = session?.claims.role ?? "member";
  const mayVisit = ({ to }: NavEntry) => !session?.acting || isForDelegates(to);
  return navEntries
    .filter((entry) => modules.includes(entry.module) && (entry.roles?.includes(role) ?? true))
    .filter(mayVisit)
    .map((entry) => ({
      ...entry,
      current: [entry.to, ...(entry.also ?? [])].some((at) => `${pathname}/`.startsWith(`${at}/`)),
    }));
}
