import { api, type Schemas } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import { useSite } from "@/lib/site";
import { isFarAbove, isRate } from "../rate";

interface GoingRatesProps {
  /** Title of the category, or a name outside the catalogue. */
  skill: string;
  /** Value of the rate field. */
  rate: string;
  onTake: (rate: string) => void;
}

/** The usual rates of neighbours for the same skill, with a question if a rate is far above. */
export function GoingRates({ skill, rate, onTake }: GoingRatesProps) {
  const free = useSite().data?.mode === "gift";
  const { data: rates } = api.useQuery(
    "get",
    "/api/skills/rates",
    { params: { query: { skill_type: skill } } },
    { enabled: !free && skill !== "" },
  );
  if (free || !rates) return null;
  const typical = rates.typical.toFixed(2);
  return (
    <div className="grid gap-1">
      <p className="text-small text-ink-2">
        {rates.people} neighbours near you offer this. {rangeText(rates)}
      </p>
      <p role="status" className="text-small font-semibold text-spark-deep empty:hidden">
        {isRate(rate) &&
          isFarAbove(rate, rates.high) &&
          `${formatMoney(Number(rate))} is more than ten times what they ask. Is that right?`}
      </p>
      {Number(rate) !== rates.typical && (
        <button
          type="button"
          onClick={() => onTake(typical)}
          className="min-h-11 justify-self-start font-semibold text-leaf hover:underline"
        >
          Use {formatMoney(rates.typical)}
        </button>
      )}
    </div>
  );
}

function rangeText({ low, typical, high }: Schemas["GoingRates"]): string {
  if (low === high) return `Most of them ask ${formatMoney(typical)} an hour.`;
  return `Most of them ask ${formatMoney(low)} to ${formatMoney(high)} an hour.`;
}
