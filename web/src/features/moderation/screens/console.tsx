import { LockKeyhole, PowerOff, ShieldCheck } from "lucide-react";
import { Navigate, Outlet, useLocation } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { useSecondFactor } from "@/lib/second-factor";
import { useSession } from "@/lib/session";
import { type Site, useSite } from "@/lib/site";
import { SectionNav } from "../components/section-nav";
import { SetUpStrip } from "../components/set-up-warnings";
import { OVERVIEW, type Section, sectionAt, sectionGroups } from "../sections";

/** Frame of the admin console: access control and navigation. */
export function Component() {
  const role = useSession()?.claims.role ?? "member";
  const { data: site, isPending } = useSite();
  const path = useLocation().pathname.replace(/\/$/, "");
  const section = sectionAt(path);
  if (role === "member") return <StaffOnly />;
  if (isPending) return <PageHeader title="Admin" />;
  const isShown = (one: Section) =>
    isOn(one, site) &&
    (!one.adminOnly || role === "admin") &&
    (!one.cash || site?.mode === "cash+tokens");
  const groups = sectionGroups
    .map(({ title, sections }) => ({ title, sections: sections.filter(isShown) }))
    .filter(({ sections }) => sections.length > 0);
  const first = groups[0]?.sections[0];
  if (path === OVERVIEW && first && first.to !== OVERVIEW) {
    return <Navigate to={first.to} replace />;
  }
  return (
    <>
      <PageHeader title="Admin" />
      <div className="xl:flex xl:items-start xl:gap-8">
        <SectionNav groups={groups} current={section} />
        <div className="min-w-0 flex-1">
          <SetUpStrip />
          {section && !isOn(section, site) ? (
            <SwitchedOff first={first} />
          ) : section?.adminOnly && role !== "admin" ? (
            <AdminsOnly first={first} />
          ) : (
            <SecondFactorRequired />
          )}
        </div>
      </div>
    </>
  );
}

/** Checks whether a section's modules are on. Without an answer from the server all count as on. */
function isOn({ modules }: Section, site: Site | undefined): boolean {
  return modules.every((module) => site?.modules.includes(module) ?? true);
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

interface NoSectionProps {
  /** The section to go to instead. */
  first: Section | undefined;
}

function SwitchedOff({ first }: NoSectionProps) {
  return (
    <EmptyState
      icon={<PowerOff />}
      title="This part is switched off here"
      action={<GoTo section={first} />}
    >
      The server's configuration has switched it off.
    </EmptyState>
  );
}

function AdminsOnly({ first }: NoSectionProps) {
  return (
    <EmptyState icon={<ShieldCheck />} title="This is for admins" action={<GoTo section={first} />}>
      If you need something from it, ask an admin of this community.
    </EmptyState>
  );
}

function GoTo({ section }: { section: Section | undefined }) {
  return section && <ButtonLink to={section.to}>Go to {section.label}</ButtonLink>;
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
