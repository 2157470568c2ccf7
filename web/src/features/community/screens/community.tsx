import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { AskForHelp } from "../components/ask-for-help";
import { Board } from "../components/board";
import { Events } from "../components/events";
import { Announcements, WhatIsNew } from "../components/news";

/** What neighbours share: announcements, the board, events, and who and what is new nearby. */
export function Component() {
  const news = api.useQuery("get", "/api/community");
  return (
    <>
      <PageHeader title="Community" action={<AskForHelp prominent />}>
        What is new, and who could do with a hand.
      </PageHeader>
      <div className="grid gap-8">
        {news.data ? (
          <Announcements announcements={news.data.announcements} />
        ) : (
          // An error is shown once, further down.
          !news.error && <Skeleton className="h-36 rounded-m" />
        )}
        <Board />
        <Events />
        <Loaded query={news} skeleton={<NewsSkeleton />}>
          {(found) => <WhatIsNew news={found} />}
        </Loaded>
      </div>
    </>
  );
}

function NewsSkeleton() {
  return (
    <Loading label="Loading the news">
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-64 rounded-m" />
        <Skeleton className="h-64 rounded-m" />
      </div>
    </Loading>
  );
}
