import { useState } from "react";
import { api, client, useQueryCache } from "@/lib/api";
import { hasExpired } from "@/lib/card-brand";
import { useSite } from "@/lib/site";

const CARDS = "/api/settings/payment/billingmethods";

/** Stands for a card that is typed in place of a kept one. */
export const ANOTHER = "another";

/** Fetches the cards that the member keeps, and manages the choice among them for a payment. */
export function useKeptCards() {
  const cache = useQueryCache();
  const site = useSite();
  const keepsCards = site.data?.modules.includes("payments") ?? false;
  const query = api.useQuery("get", CARDS, {}, { enabled: keepsCards });
  const [picked, choose] = useState<string>();
  const cards = [...(query.data ?? [])].sort(
    (one, other) => Number(other.is_default) - Number(one.is_default),
  );
  const usable = cards.filter(({ expiry_date }) => !hasExpired(expiry_date)).map(({ id }) => id);
  const chosen = [...usable, ANOTHER].find((id) => id === picked) ?? usable[0] ?? ANOTHER;
  return {
    /** The default first. */
    cards,
    isPending: site.isPending || (keepsCards && query.isPending),
    isError: query.isError,
    chosen,
    choose,
    /** Tells the server that the chosen card pays, which does nothing for a typed one. */
    use: async (clientSecret: string) => {
      if (chosen === ANOTHER) return;
      try {
        await client.PUT("/api/settings/payment/billingmethod/{id}/use", {
          params: { path: { id: chosen } },
          body: { clientSecret },
        });
      } catch (error) {
        // It may be deleted meanwhile: show the current ones.
        cache.invalidate(CARDS);
        throw error;
      }
    },
  };
}
