import { useState } from "react";
import { Select } from "@/components/form";
import { PrivateFileButton } from "@/components/private-file-button";
import { client } from "@/lib/api";
import { recentYears } from "@/lib/format/years";

/** Download of what each neighbour earned in a year. */
export function SellersFile() {
  const years = recentYears();
  const [year, setYear] = useState(years[0] ?? 0);
  const load = async () => {
    const { data } = await client.GET("/api/admin/wallet/sellers.csv", {
      params: { query: { year } },
      parseAs: "blob",
    });
    return data as unknown as Blob;
  };
  return (
    <section aria-labelledby="sellers-file" className="grid gap-3">
      <h3 id="sellers-file" className="text-title">
        Who earned pounds
      </h3>
      <p className="text-ink-2">
        HM Revenue and Customs may ask you, as a digital platform, to report every January who
        earned pounds here in the year before. The file has each neighbour's name, address and bank
        account as far as you know them, and how much they were paid in each quarter. Dates of birth
        and tax numbers are empty: your community does not collect them. Each download is in the
        audit log.
      </p>
      <Select
        label="Year"
        className="max-w-44"
        value={year}
        onChange={({ target }) => setYear(Number(target.value))}
      >
        {years.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
      <PrivateFileButton name={`sellers-${year}.csv`} load={load}>
        Download {year}
      </PrivateFileButton>
    </section>
  );
}
