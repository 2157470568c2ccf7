import { LockKeyhole, PowerOff, ShieldCheck } from "lucide-react";
import { Outlet, useLocation } from "react-router";
import { ButtonLink } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { EmptyState } from "@/components/states";
import { useSecondFactor } from "@/lib/second-factor";
import { useSession } from "@/lib/session";
import { type ModuleName, useSite } from "@/lib/site";
import { SectionNav } from "../components/section-nav";
import { SetUpStrip } from "../components/set-up-warnings";
import { type Section, sectionAt, sectionGroups } from "../sections";

/** Frame of the admin console: access control and navigation. */
export function Component() {
  const role = useSession()?.claims.role ?? "member";
  const { modules, mode } = useSite().data ?? {};
  const path = useLocation().pathname.replace(/\/$/, "");
  const has = (module?: ModuleName) => !module || (modules ?? []).includes(module);
  const section = sectionAt(path);
  if (role === "member") return <StaffOnly />;
  const isShown = ({ module, adminOnly, cash }: Section) =>
    has(module) && (!adminOnly || role === "admin") && (!cash || mode === "cash+tokens");
  const groups = sectionGroups
    .map(({ title, sections }) => ({ title, sections: sections.filter(isShown) }))
    .filter(({ sections }) => sections.length > 0);
  return (
    <>
      <PageHeader title="Admin" />
      <div className="xl:flex xl:items-start xl:gap-8">
        <SectionNav groups={groups} current={section} />
        <div className="min-w-0 flex-1">
          {path !== "/admin" && <SetUpStrip />}
          {modules && !has(section?.module) ? <SwitchedOff /> : <SecondFactorRequired />}
        </div>
      </div>
    </>
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
