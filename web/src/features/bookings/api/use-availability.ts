import { api, type Schemas, useQueryCache } from "@/lib/api";

export type Availability = Schemas["Availability"];

const OWN_PATH = "/api/bookings/availability/own";

/** Fetches the signed-in person's opening hours and days off. */
export function useAvailability() {
  return api.useQuery("get", OWN_PATH);
}

/** Saves hours, blocked dates or both; one after the other, so that the last response shows. */
export function useSaveAvailability() {
  const cache = useQueryCache();
  return api.useMutation("put", OWN_PATH, {
    scope: { id: "availability" },
    onSuccess: (saved) => cache.setData(OWN_PATH, saved),
  });
}
