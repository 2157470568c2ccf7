import { Handshake } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { PagedList } from "@/components/paged-list";
import { Tabs } from "@/components/tabs";
import { usePages } from "@/lib/api";
import { useSparks } from "@/lib/balance";
import { ExchangeCard } from "../components/exchange-card";
import { NoSparks } from "../components/no-sparks";

/** Past exchanges of the member: those that wait for an answer, and all of them. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") === "all" ? "all" : "waiting";
  const inUse = useSparks();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Past exchanges"
        back="/wallet"
        action={
          inUse && (
            <ButtonLink to="/exchanges/new" variant="quiet" size="small">
              Write one down
            </ButtonLink>
          )
        }
      >
        Help between neighbours that had no booking. It counts once you both agree.
      </PageHeader>
      {inUse === false ? (
        <NoSparks />
      ) : (
        <Tabs
          label="Past exchanges"
          value={tab}
          onChange={(next) => setParams({ tab: next }, { replace: true })}
          tabs={[
            { value: "waiting", label: "Waiting for you", content: <List waiting /> },
            { value: "all", label: "All", content: <List /> },
          ]}
        />
      )}
    </div>
  );
}

function List({ waiting = false }: { waiting?: boolean }) {
  return (
    <PagedList
      list={usePages("/api/exchanges", waiting ? { query: { waiting } } : {})}
      error="Your exchanges could not be loaded. Your sparks have not changed."
      placeholders={3}
      cards
      empty={
        <EmptyState
          icon={<Handshake />}
          title={waiting ? "Nothing waits for you" : "No exchanges yet"}
        >
          Did you help each other without a booking? Open your neighbour's profile and choose “Write
          down an exchange”.
        </EmptyState>
      }
      keyOf={({ id }) => id}
    >
      {(exchange) => <ExchangeCard exchange={exchange} />}
    </PagedList>
  );
}
