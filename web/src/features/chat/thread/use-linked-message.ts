import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** Returns the `seq` of the message in the URL (`?message=`), and a function that removes it there. */
export function useLinkedMessage() {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const seq = Number(search.get("message"));
  const clear = useCallback(
    () => navigate(pathname, { replace: true, state, preventScrollReset: true }),
    [navigate, pathname, state],
  );
  return { seq: Number.isSafeInteger(seq) && seq > 0 ? seq : undefined, clear };
}
