import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { RequireModule } from "@/components/require-module";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { api } from "@/lib/api";
import { useSite } from "@/lib/site";
import { useSetUp } from "../api/use-set-up";
import { JoiningForm } from "../components/joining-form";
import { ModeForm } from "../components/mode-form";
import { RulesForm } from "../components/rules-form";
import { SetUpOfSite } from "../components/set-up-warnings";
import { SiteForm } from "../components/site-form";
import { TestMail } from "../components/test-mail";

/**
 * The site's name, town and contact, how neighbours pay, who may join, deadlines of staff, and a test of
 * its emails.
 */
export function Component() {
  return (
    <div className="grid max-w-2xl gap-5">
      <PageTitle>Site</PageTitle>
      <SetUpOfSite />
      <Card>
        <section aria-labelledby="site-details" className="grid gap-4">
          <h2 id="site-details" className="text-title">
            Name, town and contact
          </h2>
          <Loaded
            query={useSite()}
            skeleton={
              <SkeletonList count={3}>
                <SkeletonRow />
              </SkeletonList>
            }
          >
            {(site) => <SiteForm site={site} />}
          </Loaded>
        </section>
      </Card>
      <Card>
        <section aria-labelledby="site-mode" className="grid gap-4">
          <h2 id="site-mode" className="text-title">
            How neighbours pay each other
          </h2>
          <Loaded
            query={useSite()}
            skeleton={
              <SkeletonList count={3}>
                <SkeletonRow />
              </SkeletonList>
            }
          >
            {(site) =>
              site.modules.includes("wallet") ? (
                <ModeForm site={site} />
              ) : (
                <p>The wallet is switched off on this server, so nothing has a price.</p>
              )
            }
          </Loaded>
        </section>
      </Card>
      <Card>
        <section aria-labelledby="site-joining" className="grid gap-4">
          <h2 id="site-joining" className="text-title">
            Who may join
          </h2>
          <Loaded
            query={useSetUp()}
            skeleton={
              <SkeletonList count={3}>
                <SkeletonRow />
              </SkeletonList>
            }
          >
            {(state) => <JoiningForm state={state} />}
          </Loaded>
        </section>
      </Card>
      <RequireModule name="moderation">
        <Rules />
      </RequireModule>
      <Card>
        <section aria-labelledby="test-mail" className="grid gap-2">
          <h2 id="test-mail" className="text-title">
            Do emails arrive?
          </h2>
          <TestMail />
        </section>
      </Card>
    </div>
  );
}

/** Deadlines for decisions of staff, and the first posts that they look at. */
function Rules() {
  return (
    <Card>
      <section aria-labelledby="site-rules" className="grid gap-4">
        <h2 id="site-rules" className="text-title">
          Reports and first posts
        </h2>
        <Loaded
          query={api.useQuery("get", "/api/admin/moderation-rules")}
          skeleton={
            <SkeletonList count={3}>
              <SkeletonRow />
            </SkeletonList>
          }
        >
          {(rules) => <RulesForm rules={rules} />}
        </Loaded>
      </section>
    </Card>
  );
}
