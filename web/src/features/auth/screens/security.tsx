import { KeyRound, MonitorSmartphone } from "lucide-react";
import { LinkRow } from "@/components/link-row";
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
            <LinkRow
              to="/settings/password"
              icon={KeyRound}
              title="Password has been set"
              text="Change it"
            />
          </li>
          <li className="border-t border-line">
            <LinkRow
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
