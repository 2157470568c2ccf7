import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** Returns the place of the message in the address, and a function that returns to the newest. */
export function useWanted() {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const seq = Number(search.get("message"));
  const leave = useCallback(
    () => navigate(pathname, { replace: true, state, preventScrollReset: true }),
    [navigate, pathname, state],
  );
  return { seq: Number.isSafeInteger(seq) && seq > 0 ? seq : undefined, leave };
}
