import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { Loaded } from "@/components/loaded";
import type { Block } from "@/components/prose/blocks";
import { Prose } from "@/components/prose/prose";
import { blocksOf } from "@/components/prose/text-blocks";
import { Loading, Skeleton } from "@/components/skeleton";
import { api } from "@/lib/api";
import { PublicPage } from "./public-page";

interface ProsePageProps {
  name: "cookies" | "faqs" | "help" | "privacy" | "terms";
  /** Title while the page is loading. */
  title: string;
  /** Title of the document, as in the server's list of public pages; `title` if absent. */
  page?: string;
  children?: (blocks: readonly Block[]) => ReactNode;
}

/** A text page of the server, which has the host's texts or ours. */
export function ProsePage({ name, title, page = title, children = plain }: ProsePageProps) {
  const query = api.useQuery("get", "/api/pages/{name}", { params: { path: { name } } });
  return (
    <PublicPage title={query.data?.title ?? title} page={page}>
      <Loaded
        query={query}
        error="This page can't be loaded right now."
        skeleton={
          <Loading label="Loading the page">
            <Skeleton className="h-96 rounded-l" />
          </Loading>
        }
      >
        {({ blocks }) => (
          <>
            {children(blocksOf(blocks))}
            <GoToPart />
          </>
        )}
      </Loaded>
    </PublicPage>
  );
}

function plain(blocks: readonly Block[]): ReactNode {
  return <Prose blocks={blocks} />;
}

/** Scrolls to the part that the address names: the router looks for it before it is loaded. */
function GoToPart() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return null;
}
