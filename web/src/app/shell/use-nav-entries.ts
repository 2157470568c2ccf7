import type { NavEntry } from "@/lib/routing";
import { useSession } from "@/lib/session";
import { useSite } from "@/lib/site";
import { navEntries } from "../features";

/** The entries whose module is on and that this person may see. */
export function useNavEntries(): NavEntry[] {
  const modules = useSite().data?.modules ?? [];
  const role = useSession()?.claims.role ?? "member";
  return navEntries.filter(
    (entry) => modules.includes(entry.module) && (entry.roles?.includes(role) ?? true),
  );
}
