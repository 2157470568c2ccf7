import { useQuery } from "@tanstack/react-query";
import { client, type Schemas } from "@/lib/api";

/**
 * Begins the payment of a booking by card. The key is part of the address, so that a reload gets the
 * same payment again.
 */
export function useBookingPayment(amount: number, key: string) {
  return useQuery({
    queryKey: ["booking-payment", amount, key],
    queryFn: async () => {
      const { data } = await client.POST("/api/users/stripe/payment/intent", {
        params: { header: { "Idempotency-Key": key } },
        body: { amount, currency: "gbp", paymentMethod: "card" },
      });
      return data as Schemas["Intent"];
    },
    enabled: amount > 0 && key !== "",
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
