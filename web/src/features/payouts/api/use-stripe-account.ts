import { api, type Schemas } from "@/lib/api";
import { useSite } from "@/lib/site";

/** Returns the member's account at Stripe, where the community pays through Stripe. */
export function useStripeAccount(): Schemas["ConnectedAccountView"] | undefined {
  const { modules = [], payments } = useSite().data ?? {};
  const enabled = modules.includes("payments") && payments === "stripe";
  const account = api.useQuery("get", "/api/users/stripe/connected/account", {}, { enabled });
  return account.data ?? undefined;
}
