import { api, type Schemas } from "./api";
import { useSession } from "./session";
import { useSite } from "./site";

/** Returns whether people can give each other sparks here; undefined while loading. */
export function useSparks(): boolean | undefined {
  const site = useSite().data;
  if (!site) return undefined;
  const { mode, modules } = site;
  return mode !== "gift" && modules.includes("wallet") && modules.includes("timebank");
}

/** Fetches the person's balance, with the site's payment settings. */
export function useBalance() {
  const site = useSite().data;
  const acting = Boolean(useSession()?.acting);
  const hasCash = site?.mode !== "tokens";
  return {
    query: api.useQuery("get", "/api/wallet/balance"),
    /** Whether anything has a price here; undefined while loading. */
    hasPrices: site && site.mode !== "gift",
    hasCash,
    /** Whether the person can top up the wallet here; a delegate cannot. */
    canFund: site !== undefined && !acting && hasCash && site.payments !== "none",
  };
}

/** Returns the sparks that the person can spend: more than the balance if they may owe some. */
export function spendableSparks({
  spark_tokens,
  credit_limit,
}: Pick<Schemas["Balance"], "spark_tokens" | "credit_limit">): number {
  // A balance stored by an earlier version of the client has no limit.
  const spendable = spark_tokens + (credit_limit ?? 0);
  return Math.max(0, Math.round(spendable * 100) / 100);
}
