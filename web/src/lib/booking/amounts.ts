import type { Schemas } from "@/lib/api";
import { formatAmount } from "@/lib/format";

interface Settled {
  payment_method: Schemas["Booking"]["payment_method"];
  client: { id: string; firstname: string };
  provider: { id: string; firstname: string };
}

/**
 * Returns the shares of a booking's money as `viewer` reads them: `£8.27 to Dev, £4.08 back in your
 * wallet`. Undefined if no money is involved.
 */
export function settlementText(
  { payment_method: method, client, provider }: Settled,
  { to_client, to_provider }: Schemas["Settlement"],
  viewer?: string,
): string | undefined {
  const parts: string[] = [];
  if (to_provider > 0) {
    const recipient = provider.id === viewer ? "you" : provider.firstname;
    parts.push(`${formatAmount(method, to_provider)} to ${recipient}`);
  }
  if (to_client > 0) {
    const place = method === "card" ? "card" : "wallet";
    const where =
      client.id === viewer
        ? `${method === "card" ? "on" : "in"} your ${place}`
        : `to ${client.firstname}`;
    parts.push(`${formatAmount(method, to_client)} back ${where}`);
  }
  return parts.length > 0 ? parts.join(", ") : undefined;
}
