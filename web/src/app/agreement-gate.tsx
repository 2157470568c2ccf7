import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "@/lib/session";

/** Screens for members who have yet to agree: to take their data along, and to leave. */
const FREE = ["/settings/data", "/settings/leave"];

/** Leads members who are asked to agree to changed texts there before any other member screen. */
export function AgreementGate() {
  const due = useSession()?.claims.agreement_due;
  const { pathname, search, hash } = useLocation();
  if (!due || FREE.includes(pathname)) return <Outlet />;
  const next = encodeURIComponent(pathname + search + hash);
  return <Navigate to={`/agreements?next=${next}`} replace />;
}
