import { Link } from "react-router";
import { Button, ButtonLink } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { PagedList } from "@/components/paged-list";
import { PrintButton } from "@/components/print-button";
import { PrivateFileButton } from "@/components/private-file-button";
import { client, usePages } from "@/lib/api";
import { useBalance } from "@/lib/balance";
import { formatMonth } from "@/lib/format";
import { EntryRow } from "../components/entry-row";
import { downloadDays, queryOf, type StatementFilter, useStatementFilter } from "./filter";
import { StatementFilters } from "./statement-filters";

/** The person's ledger entries, narrowed by the filter in the URL. */
export function History() {
  const { hasCash, hasPrices } = useBalance();
  const { filter, change, reset } = useStatementFilter();
  const query = queryOf(filter);
  const narrowed = Object.keys(query).length > 0;
  // Without a filter, the list is the one that other parts of the screen read.
  const entries = usePages("/api/wallet/transactions", narrowed ? { query } : {});
  const isEmpty = entries.data?.length === 0;
  return (
    <div className="grid grid-cols-1 gap-4">
      <StatementFilters filter={filter} onChange={change} hasCash={hasPrices === true && hasCash} />
      <PagedList
        list={entries}
        error="Your history could not be loaded. Your money is safe."
        placeholders={4}
        empty={narrowed ? <NothingFound onReset={reset} /> : <NothingYet />}
        keyOf={({ id }) => id}
        more={{ className: "print:hidden" }}
      >
        {(entry) => <EntryRow entry={entry} />}
      </PagedList>
      {entries.data && !isEmpty && (
        <Downloads filter={filter} hasCash={hasPrices === true && hasCash} />
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState
      art="wallet"
      title="Nothing here yet"
      action={<ButtonLink to="/explore">Find someone nearby</ButtonLink>}
    >
      What you add, pay and earn is listed here, each with its reason.
    </EmptyState>
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="wallet"
      title="Nothing matches"
      action={<Button onClick={onReset}>Show everything</Button>}
    >
      You have nothing of this kind, or nothing in this month.
    </EmptyState>
  );
}

function Downloads({ filter, hasCash }: { filter: StatementFilter; hasCash: boolean }) {
  const days = downloadDays(filter.month);
  const period = filter.month ? formatMonth(filter.month) : "the last 12 months";
  const name = `statement-${days.from}-to-${days.to}`;
  const load = async (format: "csv" | "pdf") => {
    const { data } = await client.GET(`/api/wallet/statement.${format}`, {
      params: { query: { ...queryOf(filter), ...days } },
      parseAs: "blob",
    });
    return data as unknown as Blob;
  };
  return (
    <div className="grid gap-2 border-t border-line pt-4 print:hidden">
      <div className="flex flex-wrap gap-2">
        <PrivateFileButton name={`${name}.csv`} load={() => load("csv")}>
          Download {period}
        </PrivateFileButton>
        <PrivateFileButton name={`${name}.pdf`} load={() => load("pdf")}>
          Download as PDF
        </PrivateFileButton>
        <PrintButton>Print this list</PrintButton>
      </div>
      <p className="text-small text-ink-2">
        The download is a table (CSV) that opens in any spreadsheet. The PDF has the same lines, to
        keep or to print.
        {hasCash && (
          <>
            {" "}
            <Link to="/wallet/earnings" className="font-semibold underline">
              What you earned by year
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
