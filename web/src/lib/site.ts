import { api, type Schemas } from "./api";

/** A module of the product, by its one name. */
export type ModuleName =
  | "auth"
  | "explore"
  | "skills"
  | "bookings"
  | "chat"
  | "wallet"
  | "kyc"
  | "settings"
  | "places"
  | "notifications"
  | "site"
  | "moderation";

/** What this community's site is called and offers. It changes only with a restart of the server. */
export function useSite() {
  return api.useQuery("get", "/api/site", {}, { staleTime: Number.POSITIVE_INFINITY });
}

/** Whether a module is installed and switched on; undefined until that is known. */
export function useModule(name: ModuleName): boolean | undefined {
  return useSite().data?.modules.includes(name);
}

/** The site's displayed name, with the product's own until it is known. */
export function useSiteName(): string {
  return useSite().data?.name ?? "Sparkyard";
}

export type Site = Schemas["Site"];
