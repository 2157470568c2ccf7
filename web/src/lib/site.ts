import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "./api";

/** Name of a module of the product. */
export type ModuleName =
  | "auth"
  | "explore"
  | "skills"
  | "bookings"
  | "chat"
  | "community"
  | "imports"
  | "wallet"
  | "timebank"
  | "kyc"
  | "vetting"
  | "delegation"
  | "payments"
  | "payouts"
  | "settings"
  | "places"
  | "notifications"
  | "site"
  | "moderation";

const siteQuery = api.queryOptions("get", "/api/site", undefined, {
  staleTime: Number.POSITIVE_INFINITY,
});

/** Fetches the site's name and settings. An admin's changes reach others on their next visit. */
export function useSite() {
  return useQuery(siteQuery);
}

/** Returns the site's settings outside of a component; undefined after a failure. */
export function loadSite(queryClient: QueryClient): Promise<Site | undefined> {
  return queryClient.ensureQueryData({ ...siteQuery, retry: false }).catch(() => undefined);
}

/** Returns whether a module is switched on; undefined while loading, and without a name. */
export function useModule(name: ModuleName | undefined): boolean | undefined {
  const modules = useSite().data?.modules;
  return name && modules?.includes(name);
}

/** Returns the site's name, or the product's while loading. */
export function useSiteName(): string {
  return useSite().data?.name ?? "Sparkyard";
}

export type Site = Schemas["Site"];
