import { HandHelping } from "lucide-react";
import { useSearchParams } from "react-router";
import { Card } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { Select } from "@/components/form";
import { Loaded } from "@/components/loaded";
import { PageTitle } from "@/components/page-header";
import { PrivateFileButton } from "@/components/private-file-button";
import { Loading, Skeleton } from "@/components/skeleton";
import { api, client, type Schemas, useQueryCache } from "@/lib/api";
import { formatMonth } from "@/lib/format";
import { monthsBefore, recentMonths } from "@/lib/format/months";
import { ActivityTable, nameOfMonth } from "../activity/table";

/** Months that a report has until others are chosen, and at most. */
const MAX_MONTHS = 12;

/** Report for a funder on what members did for each other. */
export function Component() {
  const { choices, from, to, choose } = usePeriod();
  const period = { from, to };
  const report = api.useQuery("get", "/api/admin/activity", { params: { query: period } });
  return (
    <Card className="grid max-w-3xl gap-5">
      <PageTitle>Report</PageTitle>
      <div className="grid gap-1">
        <h2 className="text-title">Report for a funder</h2>
        <p className="text-ink-2">
          How much neighbours did for each other, without anybody's name. At most twelve months.
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <MonthSelect
          label="First month"
          month={from}
          months={choices.filter((month) => month <= to && isWithin(month, to))}
          onChoose={(month) => choose({ from: month, to })}
        />
        <MonthSelect
          label="Last month"
          month={to}
          months={choices}
          onChoose={(month) => choose({ from: month < from ? month : from, to: month })}
        />
      </div>
      <Loaded query={report} skeleton={<ReportSkeleton />}>
        {(data) => <Report report={data} />}
      </Loaded>
      {report.data && <Downloads period={period} />}
    </Card>
  );
}

/** Returns the period in the URL, or else the last twelve months, and a function to change it. */
function usePeriod() {
  const [params, setParams] = useSearchParams();
  const choices = recentMonths();
  const known = (name: string, other: string) =>
    choices.find((month) => month === params.get(name)) ?? other;
  const to = known("to", choices[0] ?? "");
  const first = known("from", monthsBefore(to, MAX_MONTHS - 1));
  const from = first <= to && isWithin(first, to) ? first : monthsBefore(to, MAX_MONTHS - 1);
  const choose = ({ from, to }: { from: string; to: string }) =>
    setParams(
      { from: isWithin(from, to) ? from : monthsBefore(to, MAX_MONTHS - 1), to },
      { replace: true, preventScrollReset: true },
    );
  return { choices: [...new Set([...choices, from])], from, to, choose };
}

function isWithin(from: string, to: string): boolean {
  return from >= monthsBefore(to, MAX_MONTHS - 1);
}

interface MonthSelectProps {
  label: string;
  month: string;
  months: string[];
  onChoose: (month: string) => void;
}

function MonthSelect({ label, month, months, onChoose }: MonthSelectProps) {
  return (
    <Select label={label} value={month} onChange={({ target }) => onChoose(target.value)}>
      {months.map((choice) => (
        <option key={choice} value={choice}>
          {formatMonth(choice)}
        </option>
      ))}
    </Select>
  );
}

function Report({ report }: { report: Schemas["ActivityReport"] }) {
  if (report.total.exchanges === 0) {
    return (
      <EmptyState icon={<HandHelping />} title="Nothing in these months">
        Completed bookings and past exchanges are counted here. Choose other months.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      {report.is_sample && (
        <p className="rounded-m bg-spark-soft p-3">
          This is the sample community: none of it took place.
        </p>
      )}
      <ActivityTable
        caption="By month"
        rows={[{ name: "All months", counts: report.total }, ...report.months]}
        nameOf={nameOfMonth}
      />
      {report.categories.length > 0 && (
        <ActivityTable caption="By category" rows={report.categories} />
      )}
      {report.areas.length > 0 && <ActivityTable caption="By town" rows={report.areas} />}
      <Notes />
    </div>
  );
}

function Notes() {
  return (
    <div className="grid gap-2 text-small text-ink-2">
      <p>
        An exchange is a completed booking, counted in the month of its date, or a past exchange
        that both confirmed or that nobody objected to. Active members gave or received help. An
        exchange counts in the town of the member who helped, a member in their own.
      </p>
      <p>
        Numbers of 1 to 4 are not shown, so that nobody can be recognised. Small categories and
        towns are counted together. A month with a small number is left out, and so is another one:
        otherwise it could be worked out from the total.
      </p>
      <p>
        Give a funder one report for a period. Two reports whose months overlap can be compared.
      </p>
    </div>
  );
}

function Downloads({ period }: { period: { from: string; to: string } }) {
  const cache = useQueryCache();
  const load = async (path: "/api/admin/activity.csv" | "/api/admin/activity.pdf") => {
    const { data } = await client.GET(path, { params: { query: period }, parseAs: "blob" });
    cache.invalidate("/api/admin/audit");
    return data as unknown as Blob;
  };
  const name = `activity-${period.from}-to-${period.to}`;
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <PrivateFileButton name={`${name}.pdf`} load={() => load("/api/admin/activity.pdf")}>
          Download as PDF
        </PrivateFileButton>
        <PrivateFileButton name={`${name}.csv`} load={() => load("/api/admin/activity.csv")}>
          Download as a table
        </PrivateFileButton>
      </div>
      <p className="text-small text-ink-2">Each download is in the audit log.</p>
    </div>
  );
}

function ReportSkeleton() {
  return (
    <Loading>
      <div className="grid gap-3">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-8" />
        ))}
      </div>
    </Loading>
  );
}
