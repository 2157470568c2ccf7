import { LockKeyhole, PowerOff, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { NavLink, Outlet, useLocation } from "react-router";
import { ButtonLink } from "@/components/button";
import { CountBadge } from "@/components/chip";
import { PageHeader } from "@/components/page-header";
import { EmptyState } from "@/components/states";
import { useSecondFactor } from "@/lib/second-factor";
import { useSession } from "@/lib/session";
import { type ModuleName, useSite } from "@/lib/site";
import { type Queue, useWaiting } from "../api/use-waiting";
import { SetUpStrip } from "../components/set-up-warnings";

interface Section {
  to: string;
  label: string;
  module?: ModuleName;
  adminOnly?: boolean;
  /** Whether it is about pounds, which only some communities use. */
  cash?: boolean;
  /** Queue whose count is shown. */
  queue?: Queue;
}

const sections: Section[] = [
  { to: "/admin", label: "Overview" },
  {
    to: "/admin/disputes",
    label: "Disputes",
    module: "bookings",
    adminOnly: true,
    queue: "disputes",
  },
  { to: "/admin/reports", label: "Reports", queue: "reports" },
  { to: "/admin/appeals", label: "Appeals", queue: "appeals" },
  { to: "/admin/posts", label: "First posts", queue: "posts" },
  { to: "/admin/contact", label: "Contact", module: "site", queue: "messages" },
  { to: "/admin/members", label: "Members", queue: "applicants" },
  { to: "/admin/identity", label: "Identity", module: "kyc", adminOnly: true, queue: "documents" },
  { to: "/admin/checks", label: "Checks", module: "vetting", adminOnly: true },
  { to: "/admin/helpers", label: "Helpers", module: "delegation", adminOnly: true },
  { to: "/admin/skills", label: "Skills", module: "skills", queue: "skills" },
  {
    to: "/admin/cash",
    label: "Cash",
    module: "wallet",
    adminOnly: true,
    cash: true,
    queue: "cash_ins",
  },
  { to: "/admin/ledger", label: "Ledger", module: "wallet", adminOnly: true },
  { to: "/admin/sparks", label: "Sparks", module: "timebank" },
  {
    to: "/admin/withdrawals",
    label: "Withdrawals",
    module: "payouts",
    adminOnly: true,
    cash: true,
    queue: "withdrawals",
  },
  { to: "/admin/words", label: "Words", module: "skills", adminOnly: true },
  { to: "/admin/replies", label: "Replies" },
  { to: "/admin/announcements", label: "Announcements", module: "community", adminOnly: true },
  { to: "/admin/events", label: "Events", module: "community", adminOnly: true },
  { to: "/admin/letters", label: "Letters", module: "notifications", adminOnly: true },
  { to: "/admin/imports", label: "Import", module: "imports", adminOnly: true },
  { to: "/admin/report", label: "Report for funders", adminOnly: true },
  { to: "/admin/clusters", label: "Linked accounts", module: "bookings", adminOnly: true },
  { to: "/admin/site", label: "Site", module: "site", adminOnly: true },
  { to: "/admin/agreements", label: "Agreements", adminOnly: true },
  { to: "/admin/online-safety", label: "Online safety", adminOnly: true },
  { to: "/admin/audit", label: "Audit log", adminOnly: true },
];

/** Frame of the admin console: access control and navigation. */
export function Component() {
  const role = useSession()?.claims.role ?? "member";
  const { modules, mode } = useSite().data ?? {};
  const path = useLocation().pathname.replace(/\/$/, "");
  const has = (module?: ModuleName) => !module || (modules ?? []).includes(module);
  const section = sections.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
  if (role === "member") return <StaffOnly />;
  const shown = sections.filter(
    ({ module, adminOnly, cash }) =>
      has(module) && (!adminOnly || role === "admin") && (!cash || mode === "cash+tokens"),
  );
  return (
    <>
      <PageHeader title="Admin" />
      <SectionRow sections={shown} />
      {path !== "/admin" && <SetUpStrip />}
      {modules && !has(section?.module) ? <SwitchedOff /> : <SecondFactorRequired />}
    </>
  );
}

/** Links to all sections, in one scrollable row on a small screen. */
function SectionRow({ sections }: { sections: Section[] }) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { data: waiting } = useWaiting();
  // The current link may be outside the view.
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
        <SectionLink
          key={section.to}
          section={section}
          count={(section.queue && waiting?.[section.queue]) ?? 0}
        />
      ))}
    </nav>
  );
}

function SectionLink({ section: { to, label }, count }: { section: Section; count: number }) {
  return (
    <NavLink
      to={to}
      end={to === "/admin"}
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full bg-card px-4 text-small font-semibold ring-[1.5px] ring-inset ring-line hover:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-paper"
    >
      {label}
      {count > 0 && (
        <>
          <CountBadge count={count} />
          <span className="sr-only">, {count} to decide</span>
        </>
      )}
    </NavLink>
  );
}

/** Requires staff to set up two-step sign-in, where the site demands it. */
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
      Moderators and admins see other people's data, so they need more than a password.
    </EmptyState>
  );
}

function SwitchedOff() {
  return (
    <EmptyState
      icon={<PowerOff />}
      title="This part is switched off here"
      action={<ButtonLink to="/admin">Go to the overview</ButtonLink>}
    >
      The server's configuration has switched it off.
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
