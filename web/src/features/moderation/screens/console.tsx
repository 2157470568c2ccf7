import { LockKeyhole, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { NavLink, Outlet, useLocation } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { EmptyState } from "@/components/states";
import { api } from "@/lib/api";
import { useSecondFactor } from "@/lib/second-factor";
import { useSession } from "@/lib/session";
import { type ModuleName, useSite } from "@/lib/site";

interface Section {
  to: string;
  label: string;
  module?: ModuleName;
  adminOnly?: boolean;
  /** How much there waits for a decision; a hook. */
  useCount?: () => number;
}

function useOpenReports(): number {
  return api.useQuery("get", "/api/admin/overview").data?.open_reports ?? 0;
}

const sections: Section[] = [
  { to: "/admin", label: "Overview" },
  { to: "/admin/members", label: "Members" },
  { to: "/admin/reports", label: "Reports", useCount: useOpenReports },
  { to: "/admin/skills", label: "Skills", module: "skills" },
  { to: "/admin/words", label: "Words", module: "skills", adminOnly: true },
  { to: "/admin/identity", label: "Identity", module: "kyc", adminOnly: true },
  { to: "/admin/disputes", label: "Disputes", module: "bookings", adminOnly: true },
  { to: "/admin/cash", label: "Cash", module: "wallet", adminOnly: true },
  { to: "/admin/letters", label: "Letters", module: "notifications", adminOnly: true },
  { to: "/admin/clusters", label: "Linked accounts", module: "bookings", adminOnly: true },
  { to: "/admin/audit", label: "Audit log", adminOnly: true },
];

/** The frame of the admin console: who may come in, and the way round. */
export function Component() {
  const role = useSession()?.claims.role ?? "member";
  const modules = useSite().data?.modules ?? [];
  if (role === "member") return <StaffOnly />;
  const shown = sections.filter(
    ({ module, adminOnly }) =>
      (!module || modules.includes(module)) && (!adminOnly || role === "admin"),
  );
  return (
    <>
      <PageHeader title="Admin" />
      <SectionRow sections={shown} />
      <SecondFactorRequired />
    </>
  );
}

/** All sections: in one row to push aside on a small screen. */
function SectionRow({ sections }: { sections: Section[] }) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The current one may lie beyond the edge.
  useEffect(() => {
    const all = row.current;
    const current = pathname && all?.querySelector<HTMLElement>("[aria-current=page]");
    if (!all || !current) return;
    all.scrollLeft = current.offsetLeft - (all.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav
      ref={row}
      aria-label="Admin"
      className="relative -mx-4 mb-5 flex gap-1.5 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
    >
      {sections.map((section) => (
        <SectionLink key={section.to} section={section} />
      ))}
    </nav>
  );
}

const none = () => 0;

function SectionLink({ section }: { section: Section }) {
  const { to, label, useCount = none } = section;
  const count = useCount();
  return (
    <NavLink
      to={to}
      end={to === "/admin"}
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full bg-card px-4 text-small font-semibold ring-[1.5px] ring-inset ring-line hover:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-paper"
    >
      {label}
      {count > 0 && (
        <span className="num rounded-full bg-danger px-1.5 text-tiny font-bold text-card">
          {count}
          <span className="sr-only"> to decide</span>
        </span>
      )}
    </NavLink>
  );
}

/** Those who look after others' data sign in with two steps, where the site says so. */
function SecondFactorRequired() {
  const factor = useSecondFactor().data;
  if (!factor?.required || factor.enabled) return <Outlet />;
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title="Set up two-step sign-in first."
      action={
        <ButtonLink to="/settings/security" variant="spark">
          Set it up
        </ButtonLink>
      }
    >
      You look after other people's data here, so your password alone is not enough.
    </EmptyState>
  );
}

function StaffOnly() {
  return (
    <>
      <PageHeader title="Admin" />
      <EmptyState
        icon={<ShieldCheck />}
        title="This page is for moderators and admins"
        action={<ButtonLink to="/explore">Go to Explore</ButtonLink>}
      >
        If you should be one, ask an admin of this community.
      </EmptyState>
    </>
  );
}
