import { BellPlus } from "lucide-react";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { SearchCard } from "../components/search-card";

/** The searches that the member saved, with buttons to show, pause and remove each. */
export function Component() {
  const searches = api.useQuery("get", "/api/saved-searches");
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Saved searches" back="/settings?tab=general">
        We tell you when a neighbour offers or needs something that you look for, at most once a day
        for each search.
      </PageHeader>
      <Loaded
        query={searches}
        skeleton={<CardsSkeleton />}
        error="Your saved searches could not be loaded."
        empty={
          <EmptyState
            icon={<BellPlus />}
            title="You have saved no search yet"
            action={<ButtonLink to="/search">Search</ButtonLink>}
          >
            Search for a skill, or look at the board, and choose “Save this search”.
          </EmptyState>
        }
      >
        {(found) => (
          <ul className="grid gap-4">
            {found.map((search) => (
              <li key={search.id}>
                <SearchCard search={search} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function CardsSkeleton() {
  return (
    <Loading label="Loading your saved searches">
      <div className="grid gap-4">
        <Skeleton className="h-36 rounded-m" />
        <Skeleton className="h-36 rounded-m" />
      </div>
    </Loading>
  );
}
