import { ApiError, api, useQueryCache } from "./api";

const PATH = "/api/auth/second-factor";

/** Fetches whether the member's account has a second factor. */
export function useSecondFactor() {
  return api.useQuery("get", PATH);
}

/** Returns a function that reloads the state of the second factor. */
export function useReloadSecondFactor(): () => Promise<void> {
  const cache = useQueryCache();
  return () => cache.invalidate(PATH);
}

/** Checks whether the server requires a second-factor code for this call. */
export function needsSecondFactorCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "auth.second_factor_required";
}
