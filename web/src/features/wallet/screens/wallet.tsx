import { Button, ButtonLink } from "@/components/button";
import { Card } from "@/components/card";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { SkeletonList, SkeletonRow } from "@/components/skeleton";
import { EmptyState } from "@/components/states";
import { usePages } from "@/lib/api";
import { EntryRow } from "../parts/entry-row";
import { Pockets } from "../parts/pockets";

/** What a person has, and every movement that led there. */
export function Component() {
  return (
    <div className="grid max-w-2xl gap-6">
      <PageHeader title="Your wallet" back="/user" />
      <Pockets />
      <Card>
        <h2 className="mb-1 text-title">History</h2>
        <History />
      </Card>
    </div>
  );
}

function History() {
  const entries = usePages("/api/wallet/transactions");
  return (
    <Loaded
      query={{ ...entries, data: entries.items }}
      error="Your history could not be loaded. Your money is safe."
      skeleton={
        <SkeletonList count={4}>
          <SkeletonRow />
        </SkeletonList>
      }
      empty={
        <EmptyState
          art="wallet"
          title="Nothing here yet"
          action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
        >
          What you add, pay and earn is listed here, each with its reason.
        </EmptyState>
      }
    >
      {(items) => (
        <>
          <ul className="divide-y divide-line">
            {items.map((entry) => (
              <li key={entry.id}>
                <EntryRow entry={entry} />
              </li>
            ))}
          </ul>
          {entries.hasNextPage && (
            <Button
              variant="quiet"
              block
              className="mt-3"
              busy={entries.isFetchingNextPage}
              onClick={() => entries.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
