import { api, type Schemas, useQueryCache } from "@/lib/api";

export type Availability = Schemas["Availability"];

const OWN_PATH = "/api/bookings/availability/own";

/** When the signed-in person can be booked. */
export function useAvailability() {
  return api.useQuery("get", OWN_PATH);
}

/** Replaces the own hours, blocked dates or both; one after the other, so that the last answer shows. */
export function useSaveAvailability() {
  const cache = useQueryCache();
  return api.useMutation("put", OWN_PATH, {
    scope: { id: "availability" },
    onSuccess: (saved) => cache.setData(OWN_PATH, saved),
  });
}
