import { Link } from "react-router";
import { ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { formatRetention } from "@/lib/format";
import { ConsentsCard } from "../components/consents-card";
import { ExportCard } from "../components/export-card";

/** The member's own data to download, and the rules by which the server deletes data. */
export function Component() {
  const query = api.useQuery("get", "/api/settings/retention");
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Your data" back="/settings?tab=legal">
        Download what this site keeps about you, and see how long it keeps it.
      </PageHeader>
      <div className="grid gap-5">
        <ExportCard />
        <ConsentsCard />
        <div className="mt-3 grid gap-2">
          <h2 className="text-title">How long we keep data</h2>
          <p className="text-ink-2">
            This site deletes what is listed here by itself, within an hour or so of its time.
          </p>
        </div>
        <Loaded query={query} error="The list could not be loaded." skeleton={<ListSkeleton />}>
          {({ items }) => (
            <Card className="p-0! sm:p-0!">
              <dl>
                {items.map(({ data, hours, since }) => (
                  <div
                    key={data}
                    className="grid gap-1 border-line px-4 py-3 not-first:border-t sm:grid-cols-2 sm:gap-4 sm:px-5"
                  >
                    <dt className="font-bold">{data}</dt>
                    <dd className="text-ink-2">
                      {formatRetention(hours)} {since}
                    </dd>
                  </div>
                ))}
              </dl>
            </Card>
          )}
        </Loaded>
        <p className="text-ink-2">
          Records of payments stay as long as the law asks, also after somebody has left. What staff
          did stays in the audit log.
        </p>
        <p className="text-ink-2">
          The{" "}
          <Link to="/privacy" className="font-bold text-leaf underline">
            Privacy Policy
          </Link>{" "}
          says what happens to everything else, and which rights you have.
        </p>
        <section aria-labelledby="leave">
          <Card className="grid gap-3">
            <h2 id="leave" className="text-title">
              Delete my account
            </h2>
            <p className="text-ink-2">
              You leave this community for ever. First you see what must be settled, what is deleted
              and what stays.
            </p>
            <div>
              <ButtonLink to="/settings/leave" variant="quiet">
                Delete my account
              </ButtonLink>
            </div>
          </Card>
        </section>
      </div>
    </div>
  );
}

function ListSkeleton() {
  return (
    <Loading label="Loading the list">
      <Skeleton className="h-96 rounded-m" />
    </Loading>
  );
}
