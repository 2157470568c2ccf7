import { api } from "./api";
import { useSite } from "./site";

/** What the person has, for every card that shows it, and what this site's money is. */
export function useBalance() {
  const site = useSite().data;
  const hasCash = site?.mode !== "tokens";
  return {
    query: api.useQuery("get", "/api/wallet/balance"),
    /** Whether anything has a price here; undefined until that is known. */
    hasPrices: site && site.mode !== "gift",
    hasCash,
    /** Whether it can be topped up here. */
    canFund: site !== undefined && hasCash && site.payments !== "none",
  };
}
