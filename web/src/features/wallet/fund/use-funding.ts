import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client, type Schemas, useIdempotencyKey, useQueryCache } from "@/lib/api";
import { useSession } from "@/lib/session";

/** A top-up that waits for its payment. */
interface Started {
  amount: number;
  clientSecret: string;
}

/**
 * Topping up by card: an amount, its payment, and the money in the wallet. A payment
 * that has begun survives a reload. Its keys come from its own secret, so that a
 * payment whose answer was lost is confirmed, not repeated.
 */
export function useFunding() {
  const cache = useQueryCache();
  const name = `funding:${useSession()?.claims.id ?? ""}`;
  const [started, setStarted] = useState(() => load(name));
  const [done, setDone] = useState<{ amount: number; balance: Schemas["Balance"] }>();
  const key = useIdempotencyKey();

  const keep = (next: Started | undefined) => {
    if (next) sessionStorage.setItem(name, JSON.stringify(next));
    else sessionStorage.removeItem(name);
    setStarted(next);
  };
  const start = useMutation({
    mutationFn: (amount: number) => begin(amount, `${key.header["Idempotency-Key"]} ${amount}`),
    onSuccess: (funding, amount) => {
      key.renew();
      keep({ amount, clientSecret: funding.clientSecret });
    },
  });
  const pay = useMutation({
    mutationFn: payAndConfirm,
    onSuccess: (balance, { amount }) => {
      keep(undefined);
      setDone({ amount, balance });
      cache.setData("/api/wallet/balance", balance);
      cache.invalidate("/api/wallet/balance", "/api/wallet/transactions");
    },
  });
  const decline = useMutation({
    mutationFn: ({ clientSecret }: Started) => payInSandbox(clientSecret, "decline"),
  });
  return {
    started,
    done,
    start,
    pay,
    decline,
    /** Back to choosing an amount. */
    reset: () => {
      keep(undefined);
      setDone(undefined);
      start.reset();
      pay.reset();
      decline.reset();
    },
  };
}

function load(name: string): Started | undefined {
  try {
    const { amount, clientSecret } = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    const usable = typeof amount === "number" && typeof clientSecret === "string";
    return usable ? { amount, clientSecret } : undefined;
  } catch {
    return undefined;
  }
}

async function begin(amount: number, key: string): Promise<Schemas["Funding"]> {
  const { data } = await client.POST("/api/wallet/fund", {
    params: { header: { "Idempotency-Key": key } },
    body: { amount },
  });
  return data as Schemas["Funding"];
}

async function payInSandbox(clientSecret: string, outcome: "succeed" | "decline"): Promise<void> {
  await client.POST("/api/wallet/sandbox/pay", {
    params: { header: { "Idempotency-Key": `${outcome} ${clientSecret}` } },
    body: { clientSecret, outcome },
  });
}

async function payAndConfirm({ amount, clientSecret }: Started): Promise<Schemas["Balance"]> {
  await payInSandbox(clientSecret, "succeed");
  const { data } = await client.POST("/api/wallet/confirm", {
    params: { header: { "Idempotency-Key": `confirm ${clientSecret}` } },
    body: { amount },
  });
  return data as Schemas["Balance"];
}
