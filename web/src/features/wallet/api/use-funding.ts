import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { client, type Schemas, useIdempotencyKey, useQueryCache } from "@/lib/api";
import { draftEntry } from "@/lib/drafts";
import { useSession } from "@/lib/session";

const schema = z.object({
  amount: z.number(),
  clientSecret: z.string(),
  /** Id of the top-up. */
  id: z.string(),
  /** Absent if the card is simulated. */
  publishableKey: z.optional(z.string()),
});

/** A top-up that waits for its payment. */
export type Started = z.infer<typeof schema>;

export const fundingDraft = (owner: string) =>
  draftEntry<Started | null>(`funding:${owner}`, z.nullable(schema), null);

/**
 * Manages a top-up by card: the amount, the payment, and the new balance. A started payment
 * survives a reload. Its idempotency keys derive from its own secret, so that a payment whose
 * response was lost is confirmed, not repeated.
 */
export function useFunding() {
  const cache = useQueryCache();
  const draft = fundingDraft(useSession()?.claims.id ?? "");
  const [started, setStarted] = useState(draft.load);
  const [done, setDone] = useState<{ amount: number; balance: Schemas["Balance"] }>();
  const key = useIdempotencyKey();

  const save = (next: Started | null) => {
    if (next) draft.save(next);
    else draft.remove();
    setStarted(next);
  };
  const start = useMutation({
    mutationFn: (amount: number) => begin(amount, `${key.header["Idempotency-Key"]} ${amount}`),
    onSuccess: ({ id, clientSecret, publishableKey }, amount) =>
      save({ amount, id, clientSecret, publishableKey }),
    // Another top-up costs nothing until it is paid, and a failed one is never paid.
    onSettled: key.renew,
  });
  const confirm = useMutation({
    mutationFn: confirmPaid,
    onSuccess: (balance, { amount }) => {
      save(null);
      setDone({ amount, balance });
      cache.setData("/api/wallet/balance", (now) => now && { ...now, ...balance });
      cache.invalidate("/api/wallet/balance", "/api/wallet/transactions");
    },
  });
  return {
    started,
    done,
    start,
    confirm,
    /** Returns to the choice of an amount. */
    reset: () => {
      save(null);
      setDone(undefined);
      start.reset();
      confirm.reset();
    },
  };
}

async function begin(amount: number, key: string): Promise<Schemas["Funding"]> {
  const { data } = await client.POST("/api/wallet/fund", {
    params: { header: { "Idempotency-Key": key } },
    body: { amount },
  });
  return data as Schemas["Funding"];
}

async function confirmPaid({ amount, clientSecret }: Started): Promise<Schemas["Balance"]> {
  const { data } = await client.POST("/api/wallet/confirm", {
    params: { header: { "Idempotency-Key": `confirm ${clientSecret}` } },
    body: { amount },
  });
  return data as Schemas["Balance"];
}
