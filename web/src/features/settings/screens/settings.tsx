import { useSearchParams } from "react-router";
import { PageHeader } from "@/components/page-header";
import { Tabs } from "@/components/tabs";
import { useSite, useSiteName } from "@/lib/site";
import { EntryList } from "../components/entry-list";
import { InstallApp } from "../components/install-app";
import { MailTrouble } from "../components/mail-trouble";
import { generalEntries, legalEntries, ownEntries } from "../entries";

const TABS = ["own", "general", "legal"] as const;
type Tab = (typeof TABS)[number];

function Own() {
  return (
    <div className="grid gap-5">
      <EntryList entries={ownEntries} />
      <InstallApp />
    </div>
  );
}

/** All settings, in three tabs (`?tab=`). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const name = useSiteName();
  const version = useSite().data?.version;
  const tab = TABS.find((known) => known === params.get("tab")) ?? "own";
  const choose = (next: Tab) =>
    setParams(next === "own" ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  return (
    <div className="mx-auto max-w-2xl xl:max-w-none">
      <PageHeader title="Settings" />
      <MailTrouble />
      <Tabs
        label="Settings"
        value={tab}
        onChange={choose}
        tabs={[
          { value: "own", label: name, content: <Own /> },
          { value: "general", label: "General", content: <EntryList entries={generalEntries} /> },
          {
            value: "legal",
            label: "Legal & Support",
            content: (
              <>
                <EntryList entries={legalEntries} />
                {version && (
                  <p className="mt-4 text-center text-small text-ink-2">Version {version}</p>
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
