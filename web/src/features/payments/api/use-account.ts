import { useMutation } from "@tanstack/react-query";
import { api, client, type Schemas, useQueryCache } from "@/lib/api";

const PATH = "/api/users/stripe/connected/account";

/** Fetches the member's account, in the state that Stripe shows now. */
export function useAccount() {
  return api.useQuery("get", PATH, { params: { query: { fresh: true } } });
}

/** Opens Stripe's form for the member's account, which is created if there is none. */
export function useOnboarding() {
  const cache = useQueryCache();
  return useMutation({
    mutationFn: async (known?: string) => {
      const account = known ?? (await create());
      cache.invalidate(PATH);
      const { data } = await client.POST("/api/users/stripe/connected/account/link", {
        body: { stripeAccountId: account },
      });
      window.location.assign((data as Schemas["AccountLink"]).url);
    },
  });
}

async function create(): Promise<string> {
  const { data } = await client.POST("/api/users/stripe/create/connected/account");
  return (data as Schemas["ConnectedAccountView"]).stripe_account_id;
}
