import { Navigate, Outlet, useLocation } from "react-router";
import { isAgreementPutOff } from "@/lib/agreement";
import { useSession } from "@/lib/session";

/** Screens for members who have yet to agree: to take their data along, settle things, and leave. */
const FREE =
  /^\/(settings\/(data|leave|payment)|wallet|bookings|(outward|inward)-[a-z]+|get-paid|add-withdrawal)(\/|$)/;

/**
 * Leads members who are asked to agree to changed texts there before any other member screen, unless
 * they put it off and still have time.
 */
export function AgreementGate() {
  const due = useSession()?.claims.agreement_due;
  const { pathname, search, hash } = useLocation();
  if (!due || FREE.test(pathname) || isAgreementPutOff()) return <Outlet />;
  const next = encodeURIComponent(pathname + search + hash);
  return <Navigate to={`/agreements?next=${next}`} replace />;
}
