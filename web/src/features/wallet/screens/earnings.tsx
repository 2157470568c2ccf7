import { useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { Select } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageHeader } from "@/components/page-header";
import { PrintButton } from "@/components/print-button";
import { PrivateFileButton } from "@/components/private-file-button";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, client, type Schemas } from "@/lib/api";
import { cx } from "@/lib/cx";
import { formatAmount } from "@/lib/format";
import { recentYears } from "@/lib/format/years";

const QUARTERS = ["January to March", "April to June", "July to September", "October to December"];

/** What the person earned in pounds in a calendar year, by quarter; the year is in the URL. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const years = recentYears();
  const yearParam = Number(search.get("year"));
  const year = years.includes(yearParam) ? yearParam : (years[0] ?? 0);
  const query = api.useQuery("get", "/api/wallet/earnings", { params: { query: { year } } });
  return (
    <>
      <PageHeader title={`Earned in ${year}`} back="/wallet">
        What neighbours paid you in pounds for bookings through this site, without expenses. Your
        host may have to report it to HM Revenue and Customs, and this is what they would report.
      </PageHeader>
      <div className="grid max-w-2xl gap-5">
        <Select
          label="Year"
          className="max-w-44 print:hidden"
          value={year}
          onChange={({ target }) => setSearch({ year: target.value }, { replace: true })}
        >
          {years.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
        <Loaded
          query={query}
          error="Your earnings could not be loaded. Your money is safe."
          skeleton={
            <Loading>
              <Skeleton className="h-72 rounded-m" />
            </Loading>
          }
        >
          {(earnings) => <Sheet earnings={earnings} />}
        </Loaded>
      </div>
    </>
  );
}

function Sheet({ earnings }: { earnings: Schemas["Earnings"] }) {
  const { year, quarters, transactions, paid, fees } = earnings;
  const load = async () => {
    const { data } = await client.GET("/api/wallet/earnings.pdf", {
      params: { query: { year } },
      parseAs: "blob",
    });
    return data as unknown as Blob;
  };
  return (
    <Card className="grid gap-4 print:shadow-none">
      <dl className="grid gap-3">
        {quarters.map((quarter, index) => (
          <Line
            key={quarter.from}
            label={QUARTERS[index] ?? quarter.from}
            payments={quarter.transactions}
            amount={quarter.paid}
          />
        ))}
        <Line label="Whole year" payments={transactions} amount={paid} total />
      </dl>
      <p className="text-small text-ink-2">
        Fees kept back by the community: {formatAmount("wallet", fees)}. A payment counts on the day
        when it arrives in your wallet. Only pounds count, not sparks.
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <PrivateFileButton name={`earnings-${year}.pdf`} load={load}>
          Download as PDF
        </PrivateFileButton>
        <PrintButton>Print</PrintButton>
      </div>
    </Card>
  );
}

interface LineProps {
  label: string;
  payments: number;
  amount: number;
  /** Draws a line above. */
  total?: boolean;
}

function Line({ label, payments, amount, total }: LineProps) {
  return (
    <div
      className={cx("flex flex-wrap justify-between gap-x-4", total && "border-t border-line pt-3")}
    >
      <dt className="min-w-0">
        <span className="block font-semibold">{label}</span>
        <span className="num text-small text-ink-2">
          {payments === 1 ? "1 payment" : `${payments} payments`}
        </span>
      </dt>
      <dd className="num font-semibold">{formatAmount("wallet", amount)}</dd>
    </div>
  );
}
