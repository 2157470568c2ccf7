import { ChevronRight, KeyRound, type LucideIcon, MonitorSmartphone } from "lucide-react";
import { Link } from "react-router";
import { PageHeader } from "@/components/page-header";
import { IdentitiesCard } from "../security/identities-card";
import { SecondFactorCard } from "../security/second-factor-card";

/** Overview of the account's security settings. */
export function Component() {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Security" back="/settings?tab=general" />
      <div className="grid gap-5">
        <ul className="overflow-hidden rounded-m bg-card shadow-card print:hidden">
          <li>
            <Row
              to="/settings/password"
              icon={KeyRound}
              title="Password has been set"
              text="Change it"
            />
          </li>
          <li className="border-t border-line">
            <Row
              to="/settings/devices"
              icon={MonitorSmartphone}
              title="Linked devices"
              text="Devices that are signed in to your account"
            />
          </li>
        </ul>
        <SecondFactorCard />
        <IdentitiesCard />
      </div>
    </div>
  );
}

interface RowProps {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string;
}

function Row({ to, icon: Icon, title, text }: RowProps) {
  return (
    <Link
      to={to}
      className="flex min-h-16 items-center gap-4 px-4 py-3 transition-colors hover:bg-sunk sm:px-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-leaf">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{title}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
    </Link>
  );
}
