import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { pathOf, type ReadPath } from "@/lib/api";
import { useSession } from "@/lib/session";

/** Paths whose data is the same for everybody, and shown on public pages too. */
const PUBLIC_PATHS: ReadPath[] = ["/api/site", "/api/places/cities"];
const publicPaths = new Set<unknown>(PUBLIC_PATHS);

/** Deletes the data kept for offline use. */
async function forgetOnDevice(): Promise<void> {
  const { forgetLastSeen } = await import("@/lib/last-seen");
  await forgetLastSeen();
}

/** Empties the query cache on a change of person, so that nobody sees another's data. */
export function ClearCacheOnSignOut() {
  const queryClient = useQueryClient();
  const id = useSession()?.claims.id;
  const previous = useRef(id);
  useEffect(() => {
    if (previous.current && previous.current !== id) {
      queryClient.removeQueries({
        predicate: ({ queryKey }) => !publicPaths.has(pathOf(queryKey)),
      });
      forgetOnDevice();
    }
    previous.current = id;
  }, [id, queryClient]);
  return null;
}
