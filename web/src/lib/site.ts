import { type QueryClient, useQuery } from "@tanstack/react-query";
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

const siteQuery = api.queryOptions("get", "/api/site", undefined, {
  staleTime: Number.POSITIVE_INFINITY,
});

/** What this community's site is called and offers. It changes only with a restart of the server. */
export function useSite() {
  return useQuery(siteQuery);
}

/** The same outside of a component, from the cache where it is; undefined when it cannot be had. */
export function loadSite(queryClient: QueryClient): Promise<Site | undefined> {
  return queryClient.ensureQueryData({ ...siteQuery, retry: false }).catch(() => undefined);
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
