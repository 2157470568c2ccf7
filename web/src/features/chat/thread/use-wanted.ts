import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** The place of the message that the address asks for, and how to look at the newest again. */
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
