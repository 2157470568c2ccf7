import { api, useQueryCache } from "@/lib/api";

/** Fetches who acts for the person, and for whom they act. */
export function useDelegations() {
  return api.useQuery("get", "/api/delegations");
}

/** Accepts or ends a delegation, by the id of its member. */
export function useDelegationChange() {
  const cache = useQueryCache();
  const options = { onSettled: () => cache.invalidate("/api/delegations") };
  return {
    accept: api.useMutation("put", "/api/delegations/{member_id}/accept", options),
    end: api.useMutation("put", "/api/delegations/{member_id}/end", options),
  };
}
