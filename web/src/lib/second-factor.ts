import { ApiError, api, useQueryCache } from "./api";

const PATH = "/api/auth/second-factor";

/** Whether one's account asks for a code besides the password. */
export function useSecondFactor() {
  return api.useQuery("get", PATH);
}

/** Loads the state of the second factor again, once it has changed. */
export function useReloadSecondFactor(): () => Promise<void> {
  const cache = useQueryCache();
  return () => cache.invalidate(PATH);
}

/** Whether the server asks for a code of the second factor with this call. */
export function needsSecondFactorCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "auth.second_factor_required";
}
